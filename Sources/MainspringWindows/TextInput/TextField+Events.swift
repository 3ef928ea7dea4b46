public import MainspringAnimation
public import MainspringApplication

extension TextField {
    /// True: keys can be the field's.
    public func layerAcceptsFocus(_ layer: CALayer) -> Bool { true }

    /// Shows the caret, or no more. Everything is selected when keys come otherwise than by a press.
    public func layer(_ layer: CALayer, didChangeFocus isFocused: Bool) {
        guard layer === self, isFocused != self.isFocused else { return }
        self.isFocused = isFocused
        line.seal()
        if isFocused, press == nil { line.selectAll() }
        if !isFocused { press = nil }
        caretMoved()
    }

    /// Handles keys, text and the pointer.
    public func layer(_ layer: CALayer, handle event: Event, in window: Window) -> Bool {
        guard layer === self else { return false }
        switch event.content {
        case .key(let key): return key.isDown && handle(key, in: window)
        case .text(let text):
            // A tab that comes as text is a way to the next field.
            guard text.isTyped || text.asOneLine.contains(where: { $0 != " " }) else { return false }
            change { $0.insert(text, .typing) }
            return true
        case .pointer(let pointer): return handle(pointer, event, in: window)
        default: return false
        }
    }

    // MARK: Keys

    private func handle(_ key: KeyEvent, in window: Window) -> Bool {
        guard let command = TextCommand(key) else {
            // What is typed comes as text beside it, and the key is no sign for others.
            return key.modifiers.isDisjoint(with: [.control, .option, .command]) && key.characters.isTyped
        }
        switch command {
        case .accept: return tell(onReturn)
        case .cancel: return tell(onEscape)
        case .undo: undo()
        case .redo: redo()
        case .selectAll: selectAll()
        case .copy: copySelection(to: window)
        case .cut:
            copySelection(to: window)
            if !line.selection.isEmpty { change { $0.delete($0.selection, .whole) } }
        case .paste:
            if let text = window.application?.windowSystem?.clipboardText { insert(text) }
        case .delete(let isForward, let byWord): delete(isForward, byWord)
        case .move(let way, let byWord, let extends):
            move(way, byWord, extends)
        }
        return true
    }

    private func tell(_ closure: ((TextField) -> Void)?) -> Bool {
        guard let closure else { return false }
        line.seal()
        closure(self)
        return true
    }

    private func copySelection(to window: Window) {
        if !line.selection.isEmpty { window.application?.windowSystem?.clipboardText = line.selectedText }
    }

    private func delete(_ isForward: Bool, _ byWord: Bool) {
        change { line in
            guard line.selection.isEmpty else { return line.delete(line.selection, .whole) }
            let head = line.head
            if isForward {
                let end = byWord ? line.wordEnd(after: head) : line.place(after: head)
                return line.delete(head..<end, byWord ? .whole : .deletingForward)
            }
            let start = byWord ? line.wordStart(before: head) : line.place(before: head)
            return line.delete(start..<head, byWord ? .whole : .deletingBackward)
        }
    }

    private func move(_ way: TextCommand.Way, _ byWord: Bool, _ extends: Bool) {
        let isBackward = (way == .left) != shown.isRightToLeft
        switch way {
        case .start: line.move(to: 0, extends: extends)
        case .end: line.move(to: line.count, extends: extends)
        case .left, .right:
            if byWord {
                line.move(
                    to: isBackward ? line.wordStart(before: line.head) : line.wordEnd(after: line.head),
                    extends: extends)
            } else if !extends, !line.selection.isEmpty {
                line.move(to: isBackward ? line.selection.lowerBound : line.selection.upperBound)
            } else {
                line.move(
                    to: isBackward ? line.place(before: line.head) : line.place(after: line.head), extends: extends)
            }
        }
        caretMoved()
    }

    // MARK: Pointer

    private func handle(_ pointer: PointerEvent, _ event: Event, in window: Window) -> Bool {
        guard pointer.button == .primary, let point = event.location(in: self) else { return false }
        switch pointer.phase {
        case .down:
            let place = place(at: point)
            let unit: TextPress.Unit = pointer.clickCount > 2 ? .line : pointer.clickCount == 2 ? .word : .letter
            let keeps = pointer.modifiers.contains(.shift) && isFocused
            let start = keeps ? line.anchor..<line.anchor : stretch(of: unit, at: place)
            press = TextPress(unit: keeps ? .letter : unit, start: start)
            window.focusLayer = self
            select(to: place)
        case .dragged:
            guard press != nil else { return false }
            select(to: place(at: point))
        case .up, .cancelled: press = nil
        case .moved, .entered, .exited: return false
        }
        return true
    }

    private func stretch(of unit: TextPress.Unit, at place: Int) -> Range<Int> {
        switch unit {
        case .letter: place..<place
        case .word: line.word(at: place)
        case .line: 0..<line.count
        }
    }

    /// Selects from what the press began with to a place.
    private func select(to place: Int) {
        guard let press else { return }
        let end = stretch(of: press.unit, at: place)
        if end.lowerBound < press.start.lowerBound {
            line.select(from: press.start.upperBound, to: end.lowerBound)
        } else {
            line.select(from: press.start.lowerBound, to: max(end.upperBound, press.start.upperBound))
        }
        caretMoved()
    }
}

extension String {
    /// Whether characters of a key are typed: no control and no function key's.
    fileprivate var isTyped: Bool {
        !isEmpty
            && unicodeScalars.allSatisfy {
                $0.properties.generalCategory != .control && !(0xF700...0xF8FF).contains($0.value)
            }
    }
}
