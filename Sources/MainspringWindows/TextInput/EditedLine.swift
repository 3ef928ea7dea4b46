internal import Foundation

/// One line of text that is being edited: its letters, what is selected, and what can be undone. It knows no layer and no key.
///
/// Places are counted in UTF-16 and lie between letters as readers count them: never within an emoji, or between a letter and its marks.
struct EditedLine {
    private(set) var text = ""
    /// Where the selection began; the same as ``head`` where nothing is selected.
    private(set) var anchor = 0
    /// Where the caret is.
    private(set) var head = 0
    /// So many letters, as readers count them, there are at most.
    var maximumLength = 1_000_000
    private var history = EditHistory()

    /// So many units there are at most, since a letter may have any number of marks.
    static let mostUnits = 1 << 22

    var count: Int { text.utf16.count }
    var selection: Range<Int> { min(anchor, head)..<max(anchor, head) }
    var selectedText: String { String(text[index(selection.lowerBound)..<index(selection.upperBound)]) }
    var canUndo: Bool { history.canUndo }
    var canRedo: Bool { history.canRedo }

    // MARK: Places

    func index(_ place: Int) -> String.Index {
        text.utf16.index(text.startIndex, offsetBy: min(max(place, 0), count))
    }

    func place(_ index: String.Index) -> Int { text.utf16.distance(from: text.startIndex, to: index) }

    /// The nearest place between letters that is not behind another one, and the nearest that is not before it.
    func places(around place: Int) -> (before: Int, after: Int) {
        let index = index(place)
        guard index < text.endIndex else { return (count, count) }
        // Both count the letter that the index is in as one.
        let end = text.index(after: index)
        let start = text.index(before: end)
        return (self.place(start), start == index ? self.place(start) : self.place(end))
    }

    func place(before place: Int) -> Int {
        let index = index(place)
        return index > text.startIndex ? self.place(text.index(before: index)) : 0
    }

    func place(after place: Int) -> Int {
        let index = index(place)
        return index < text.endIndex ? self.place(text.index(after: index)) : count
    }

    // MARK: Selecting

    /// Puts the caret somewhere.
    /// - Parameter extends: Whether the selection keeps its beginning.
    mutating func move(to place: Int, extends: Bool = false) {
        history.seal()
        head = places(around: place).before
        if !extends { anchor = head }
    }

    /// Selects from one place to another one, where the caret is then.
    mutating func select(from start: Int, to end: Int) {
        history.seal()
        (anchor, head) = (places(around: start).before, places(around: end).before)
    }

    mutating func selectAll() { select(from: 0, to: count) }

    // MARK: Changing

    /// Replaces everything, which cannot be undone.
    mutating func reset(_ new: String) {
        text = fitting(new.asOneLine, in: 0..<count)
        history = EditHistory()
        (anchor, head) = (count, count)
    }

    /// Puts a text in the place of what is selected, as far as there is room. False if nothing has changed.
    @discardableResult
    mutating func insert(_ new: String, _ kind: EditHistory.Kind) -> Bool {
        let line = new.asOneLine
        // What holds nothing that a line can show is no wish to delete.
        guard !line.isEmpty else { return false }
        let fitting = fitting(line, in: selection)
        guard !fitting.isEmpty else { return false }
        replace(selection, by: fitting, kind)
        return true
    }

    /// Takes out a range. False if there is nothing in it.
    @discardableResult
    mutating func delete(_ range: Range<Int>, _ kind: EditHistory.Kind) -> Bool {
        let range = places(around: range.lowerBound).before..<places(around: range.upperBound).after
        guard !range.isEmpty else { return false }
        replace(range, by: "", kind)
        return true
    }

    /// What of a text has room in the place of a range.
    private func fitting(_ new: String, in range: Range<Int>) -> String {
        let rest = count - range.count
        if rest + new.utf16.count <= min(maximumLength, Self.mostUnits) { return new }
        var fitting = new
        var left = text
        left.removeSubrange(index(range.lowerBound)..<index(range.upperBound))
        var whole = text
        whole.replaceSubrange(index(range.lowerBound)..<index(range.upperBound), with: new)
        // A mark that joins the letter before it takes no room.
        if whole.count > maximumLength { fitting = String(new.prefix(max(maximumLength - left.count, 0))) }
        let room = max(Self.mostUnits - rest, 0)
        while fitting.utf16.count > room {
            // Cut by units first, so that a long text is not walked letter by letter.
            let cut = fitting.utf16.index(fitting.startIndex, offsetBy: room)
            fitting = cut > fitting.startIndex ? String(fitting[..<fitting.index(before: cut)]) : ""
        }
        return fitting
    }

    private mutating func replace(_ range: Range<Int>, by new: String, _ kind: EditHistory.Kind) {
        let bounds = index(range.lowerBound)..<index(range.upperBound)
        var step = EditHistory.Step(
            kind: kind, place: range.lowerBound, old: String(text[bounds]), new: new,
            before: EditHistory.Selection(anchor: anchor, head: head), after: EditHistory.Selection(anchor: 0, head: 0))
        text.replaceSubrange(bounds, with: new)
        // What was put in may have become part of the letter behind it.
        head = places(around: range.lowerBound + new.utf16.count).after
        anchor = head
        step.after = EditHistory.Selection(anchor: anchor, head: head)
        history.add(step)
    }

    // MARK: Undoing

    /// What is typed next can be undone by itself.
    mutating func seal() { history.seal() }

    mutating func undo() -> Bool {
        guard let step = history.takeUndo() else { return false }
        exchange(step.new, by: step.old, at: step.place, step.before)
        return true
    }

    mutating func redo() -> Bool {
        guard let step = history.takeRedo() else { return false }
        exchange(step.old, by: step.new, at: step.place, step.after)
        return true
    }

    private mutating func exchange(
        _ present: String, by new: String, at place: Int, _ selection: EditHistory.Selection
    ) {
        text.replaceSubrange(index(place)..<index(place + present.utf16.count), with: new)
        (anchor, head) = (selection.anchor, selection.head)
    }
}

extension String {
    /// As a line of its own: what ends lines, and tabs, are spaces, but for the last end; what controls devices is left out.
    var asOneLine: String {
        var line = ""
        line.reserveCapacity(utf8.count)
        var text = self[...]
        while text.last?.isNewline == true { text.removeLast() }
        for letter in text {
            if letter.isNewline || letter == "\t" {
                line.append(" ")
            } else if letter.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
                line.unicodeScalars.append(
                    contentsOf: letter.unicodeScalars.filter { $0.properties.generalCategory != .control })
            } else {
                line.append(letter)
            }
        }
        return line
    }
}
