internal import MainspringApplication

/// What a key is for in a field of text.
enum TextCommand: Hashable {
    enum Way: Hashable {
        case left
        case right
        case start
        case end
    }

    case move(Way, byWord: Bool, extends: Bool)
    case delete(isForward: Bool, byWord: Bool)
    case selectAll
    case copy
    case cut
    case paste
    case undo
    case redo
    case accept
    case cancel

    /// Nil for a key that is none of the field's.
    init?(_ key: KeyEvent) {
        let modifiers = key.modifiers
        let (isControl, isShift) = (modifiers.contains(.control), modifiers.contains(.shift))
        guard modifiers.isDisjoint(with: [.option, .command]) else { return nil }
        switch key.charactersIgnoringModifiers {
        case "\u{F702}": self = .move(.left, byWord: isControl, extends: isShift)
        case "\u{F703}": self = .move(.right, byWord: isControl, extends: isShift)
        case "\u{F729}": self = .move(.start, byWord: false, extends: isShift)
        case "\u{F72B}": self = .move(.end, byWord: false, extends: isShift)
        // As keyboards before the clipboard's letters have it, still.
        case "\u{F728}" where isShift && !isControl: self = .cut
        case "\u{F727}" where isShift && !isControl: self = .paste
        case "\u{F727}" where isControl && !isShift: self = .copy
        case "\u{7F}", "\u{8}": self = .delete(isForward: false, byWord: isControl)
        case "\u{F728}": self = .delete(isForward: true, byWord: isControl)
        case "\r", "\n", "\u{3}":
            guard !isControl else { return nil }
            self = .accept
        case "\u{1B}":
            guard !isControl else { return nil }
            self = .cancel
        default:
            guard isControl, let command = Self.ofLetter(key.shortcutCharacters.lowercased(), isShift) else {
                return nil
            }
            self = command
        }
    }

    private static func ofLetter(_ letter: String, _ isShift: Bool) -> TextCommand? {
        switch letter {
        case "z": isShift ? .redo : .undo
        case "a" where !isShift: .selectAll
        case "c" where !isShift: .copy
        case "x" where !isShift: .cut
        case "v" where !isShift: .paste
        case "y" where !isShift: .redo
        default: nil
        }
    }
}
