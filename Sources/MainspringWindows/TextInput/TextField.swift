public import Foundation
public import MainspringAnimation
public import MainspringApplication
public import MainspringGraphics
public import MainspringRendering

/// Ours: a layer in which one line of text is edited: caret, selection, clipboard, undo.
///
/// ```swift
/// let field = TextField()
/// field.frame = CGRect(x: 20, y: 20, width: 240, height: 32)
/// field.contentsScale = window.scale
/// field.placeholder = "Name"
/// field.onReturn = { print($0.text) }
/// window.layer.addSublayer(field)
/// window.focusLayer = field
/// ```
/// It handles events of the window that it is in, whatever the window system: keys as desktops on Linux have them (arrows, Home, End,
/// Backspace and Delete, with Ctrl by words, with Shift to select; Ctrl-A, C, X, V, Z, Shift-Z and Y), text that is typed or composed, and
/// the pointer: a press places the caret, a drag selects, two presses take words, three everything. Tab is the window's, and leads to the
/// next layer.
///
/// The text is in any script and either direction; the caret and whatever is deleted never split a letter of several characters, such as an
/// emoji or one with marks. Left and right go with the direction in which the text begins. A text that is wider than the field scrolls with
/// the caret. Ends of lines in what is pasted become spaces. Of a text of more than 4,096 units of UTF-16 only the part around the caret is
/// laid out.
///
/// Only the text's own picture is painted again when it changes. The caret blinks by a discrete animation: between its two looks no frame
/// is made. It belongs to the thread of the application's loop, as other layers do.
public final class TextField: CALayer, LayerEventHandler {
    var line = EditedLine()
    var parts = TextFieldParts()
    /// What is laid out of the text as it is; nil after a change.
    var laidOut: LaidOutLine?
    /// What was laid out before that.
    var lastLaidOut: LaidOutLine?
    /// How far the text is moved to the left, in points.
    var scroll: CGFloat = 0
    /// By what the picture was placed.
    var placed: Placed?
    /// What a drag goes on with.
    var press: TextPress?
    /// Whether keys are its own.
    public internal(set) var isFocused = false

    /// An empty field with a white background, and corners and a border that are grey; all of it is as in any layer, and may be set.
    public override init() {
        super.init()
        backgroundColor = .white
        borderColor = CGColor(gray: 0.75, alpha: 1)
        borderWidth = 1
        cornerRadius = 6
        parts.add(to: self)
    }

    /// A copy of another layer's values, as a presentation needs one: it shows no text of its own.
    public override init(layer: Any) {
        super.init(layer: layer)
        guard let other = layer as? TextField else { return }
        line = other.line
        (font, textColor, placeholder, inset) = (other.font, other.textColor, other.placeholder, other.inset)
    }

    // MARK: Text

    /// The text. Setting it puts the caret behind it, and leaves nothing to undo; ends of lines become spaces, and what has no room is left
    /// out. No closure is called for that.
    public var text: String {
        get { line.text }
        set {
            line.reset(newValue)
            (lastLaidOut, scroll) = (nil, 0)
            textChanged()
        }
    }

    /// What is selected, in UTF-16; where nothing is, the caret's place. What the text does not have is taken as its nearest place, and one
    /// within a letter as that letter's beginning. After setting, the caret is at the end of it.
    public var selectedRange: Range<Int> {
        get { line.selection }
        set {
            line.select(from: newValue.lowerBound, to: newValue.upperBound)
            caretMoved()
        }
    }

    /// What is selected.
    public var selectedText: String { line.selectedText }

    /// So many letters, as readers count them, are taken at most; 1,000,000 unless set. Below 0 counts as 0. A text that is there already
    /// stays. However many marks letters have, there are at most 2^22 units of UTF-16.
    public var maximumLength: Int {
        get { line.maximumLength }
        set { line.maximumLength = max(newValue, 0) }
    }

    /// Puts a text in the place of what is selected, as when it is pasted. ``onChange`` is called if that changes something.
    public func insert(_ text: String) { change { $0.insert(text, .whole) } }

    /// Selects everything.
    public func selectAll() {
        line.selectAll()
        caretMoved()
    }

    /// Whether there is something to undo.
    public var canUndo: Bool { line.canUndo }
    /// Whether there is something to do again.
    public var canRedo: Bool { line.canRedo }
    /// Takes back the last step: what was typed in one go, what was deleted in one go, or one other change. At least the last one can be
    /// taken back, and mostly 1,000.
    public func undo() { change { $0.undo() } }
    /// Does again what was taken back last.
    public func redo() { change { $0.redo() } }

    // MARK: What the program hears

    /// The user, or ``insert(_:)``, ``undo()`` and ``redo()``, have changed the text.
    public var onChange: ((TextField) -> Void)?
    /// Return was pressed. Without it the key goes on to the layers around, and the window's delegate.
    public var onReturn: ((TextField) -> Void)?
    /// Escape was pressed. Without it the key goes on to the layers around, and the window's delegate.
    public var onEscape: ((TextField) -> Void)?

    // MARK: Look

    /// The font. Helvetica with 15 points unless set.
    public var font = TextFont(name: "Helvetica", size: 15) { didSet { if font != oldValue { fontChanged() } } }
    /// The letters' colour.
    public var textColor = CGColor(gray: 0.1, alpha: 1) { didSet { if textColor != oldValue { fontChanged() } } }
    /// What stands there as long as there is no text.
    public var placeholder = "" { didSet { if placeholder != oldValue { redraw() } } }
    /// The colour of ``placeholder``.
    public var placeholderColor = CGColor(gray: 0.6, alpha: 1) {
        didSet { if placeholderColor != oldValue { redraw() } }
    }
    /// What is behind letters that are selected, while keys are the field's.
    public var selectionColor = CGColor(srgbRed: 0.70, green: 0.84, blue: 1, alpha: 1) {
        didSet { if selectionColor != oldValue { redraw() } }
    }
    /// The caret's colour.
    public var caretColor: CGColor {
        get { parts.caret.backgroundColor ?? .black }
        set { parts.caret.backgroundColor = newValue }
    }
    /// From the field's left and right sides to the text, in points; what is no number or below 0 as 0.
    public var inset: CGFloat = 8 {
        didSet {
            if !(inset >= 0) || inset.isInfinite { inset = 0 }
            caretMoved()
        }
    }

    /// How many pixels of the text's picture make a point. Set it to the window's, as for any layer with contents.
    public override var contentsScale: CGFloat {
        get { super.contentsScale }
        set {
            super.contentsScale = newValue
            caretMoved()
        }
    }

    /// Places the text's picture and the caret.
    public override func layoutSublayers() {
        super.layoutSublayers()
        placeParts()
    }
}
