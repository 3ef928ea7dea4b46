internal import Foundation
internal import MainspringAnimation
internal import MainspringGraphics
internal import MainspringRendering

extension TextField {
    /// The picture of a text has at most so many pixels on a side.
    private static let longestSide: CGFloat = 8_192

    // MARK: What has changed

    func textChanged() {
        if let laidOut { lastLaidOut = laidOut }
        laidOut = nil
        caretMoved()
    }

    func fontChanged() {
        (laidOut, lastLaidOut) = (nil, nil)
        caretMoved()
    }

    /// The caret, the selection or the place for them are others.
    func caretMoved() {
        redraw()
        if isFocused, line.selection.isEmpty { parts.startBlinking() } else { parts.hideCaret() }
    }

    func redraw() {
        setNeedsLayout()
        parts.picture.setNeedsDisplay()
    }

    /// Changes the line, and tells.
    func change(_ body: (inout EditedLine) -> Bool) {
        guard body(&line) else { return }
        textChanged()
        onChange?(self)
    }

    // MARK: Where things are

    /// The text as it is laid out; scrolled so that the caret stays where it was if another part of it is.
    var shown: LaidOutLine {
        if let laidOut, laidOut.shows(line) { return laidOut }
        let last = laidOut ?? lastLaidOut
        let new = LaidOutLine(line, font, textColor, after: last)
        if let last, last.part.lowerBound != new.part.lowerBound {
            let place = min(max(line.head, last.part.lowerBound), last.part.upperBound)
            scroll += new.x(min(max(place, new.part.lowerBound), new.part.upperBound)) - last.x(place)
        }
        (laidOut, lastLaidOut) = (new, nil)
        return new
    }

    /// Where the text shows, in the field.
    var textBox: CGRect {
        let size = bounds.standardized
        guard size.width.isFinite, size.height.isFinite, size.minX.isFinite, size.minY.isFinite else { return .zero }
        let inset = min(inset, size.width / 2)
        return CGRect(x: size.minX + inset, y: size.minY, width: size.width - 2 * inset, height: size.height)
    }

    /// From the text box's left side to the layout's left end.
    func origin(of shown: LaidOutLine) -> CGFloat {
        let room = textBox.width - TextFieldParts.caretWidth
        guard shown.width > room else { return shown.isRightToLeft ? room - shown.width : 0 }
        return -scroll
    }

    /// Scrolls so that the caret is seen, and that no room is left that text could be in.
    func revealCaret() {
        let shown = shown
        let room = textBox.width - TextFieldParts.caretWidth
        guard shown.width > room, room > 0 else { return scroll = 0 }
        let caret = shown.x(line.head)
        // So much of what is before and behind the caret is seen as well.
        let margin = min(room / 4, font.usableSize)
        if caret - scroll < margin { scroll = caret - margin }
        if caret - scroll > room - margin { scroll = caret - room + margin }
        scroll = min(max(scroll, 0), shown.width - room)
    }

    /// The place of the text that is nearest to a point of the field.
    func place(at point: CGPoint) -> Int {
        let shown = shown
        return line.places(around: shown.place(point.x - textBox.minX - origin(of: shown))).before
    }

    /// The caret, in the field's coordinates.
    var caretBox: CGRect {
        let (shown, box) = (shown, textBox)
        let pixel = 1 / scaleOfPicture
        let x = ((origin(of: shown) + shown.x(line.head)) / pixel).rounded() * pixel
        return CGRect(
            x: box.minX + min(max(x, 0), max(box.width - TextFieldParts.caretWidth, 0)), y: top(of: shown.height),
            width: TextFieldParts.caretWidth, height: shown.height)
    }

    private func top(of height: CGFloat) -> CGFloat {
        let pixel = 1 / scaleOfPicture
        return textBox.minY + ((textBox.height - height) / 2 / pixel).rounded() * pixel
    }

    var scaleOfPicture: CGFloat { contentsScale.isFinite ? min(max(contentsScale, 0.25), 16) : 1 }

    // MARK: Showing it

    func placeParts() {
        revealCaret()
        let pixels = max(textBox.width, textBox.height) * scaleOfPicture
        parts.picture.contentsScale = scaleOfPicture
        // What is not seen of a field that is larger than any screen stays empty.
        parts.picture.frame = pixels > 0 ? textBox : .zero
        parts.caret.frame = caretBox
        if placed != Placed(box: textBox, scroll: scroll) {
            placed = Placed(box: textBox, scroll: scroll)
            parts.picture.setNeedsDisplay()
        }
    }

    /// Paints the text, and what is behind what is selected; nil where there is no room, or no memory.
    func makePicture() -> CGImage? {
        let (box, scale) = (textBox, scaleOfPicture)
        let width = min((box.width * scale).rounded(.up), Self.longestSide)
        let height = min((box.height * scale).rounded(.up), Self.longestSide)
        let info = CGBitmapInfo.byteOrder32Little.rawValue | CGImageAlphaInfo.premultipliedFirst.rawValue
        guard width >= 1, height >= 1, !line.text.isEmpty || !placeholder.isEmpty,
            let context = CGContext(
                data: nil, width: Int(width), height: Int(height), bitsPerComponent: 8, bytesPerRow: 0,
                space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: info)
        else { return nil }
        // From here on y grows downwards, in points from the box's upper left corner.
        context.translateBy(x: 0, y: height)
        context.scaleBy(x: scale, y: -scale)
        if line.text.isEmpty { drawPlaceholder(in: context, box) } else { drawText(in: context, box) }
        return context.makeImage()
    }

    private func drawPlaceholder(in context: CGContext, _ box: CGRect) {
        let layout = TextLayout(
            placeholder.asOneLine,
            options: TextLayout.Options(
                font: font, color: placeholderColor, width: box.width, wraps: false, truncation: .end))
        layout.draw(
            in: context,
            rect: CGRect(x: 0, y: top(of: layout.size.height) - box.minY, width: box.width, height: layout.size.height))
    }

    private func drawText(in context: CGContext, _ box: CGRect) {
        let shown = shown
        let origin = CGPoint(x: origin(of: shown), y: top(of: shown.height) - box.minY)
        if isFocused, !line.selection.isEmpty {
            context.setFillColor(selectionColor)
            for rect in shown.selection(line.selection) { context.fill(rect.offsetBy(dx: origin.x, dy: origin.y)) }
        }
        shown.draw(in: context, at: origin)
    }
}

/// By what the text's picture was placed last.
struct Placed: Equatable {
    var box: CGRect
    var scroll: CGFloat
}
