import Foundation
import MainspringAnimation
import Testing

@testable import MainspringApplication
@testable import MainspringRendering
@testable import MainspringWindows

@Suite struct TextFieldKeyTests {
    /// What keys make of a field that has a text with the caret behind it.
    static let tables: [(text: String, keys: String, state: String)] = [
        // Typing, and deleting by letters.
        ("", "Hi", "Hi|"),
        ("ab", "<left>x", "ax|b"),
        ("ab", "<back>", "a|"),
        ("ab", "<home><back>", "|ab"),
        ("ab", "<home><delete>", "|b"),
        ("ab", "<delete>", "ab|"),
        ("", "<back><delete>", "|"),
        // Moving.
        ("ab", "<left><left><left>", "|ab"),
        ("ab", "<home><right>", "a|b"),
        ("ab", "<right>", "ab|"),
        ("ab", "<home><end>", "ab|"),
        // Selecting.
        ("abc", "<shift-left><shift-left>", "a[bc]"),
        ("abc", "<left><shift-left><shift-right><shift-right>", "ab[c]"),
        ("abc", "<shift-home>", "[abc]"),
        ("abc", "<left><shift-home><left>", "|abc"),
        ("abc", "<home><shift-right><shift-right><right>", "ab|c"),
        ("abc", "<shift-home><right>", "abc|"),
        ("abc", "<left><shift-end>", "ab[c]"),
        ("abc", "<ctrl-a>x", "x|"),
        ("abc", "<ctrl-a><back>", "|"),
        ("abc", "<ctrl-a><delete>", "|"),
        ("abc", "<ctrl-a><left>", "|abc"),
        // By words.
        ("one two", "<ctrl-left>", "one |two"),
        ("one two", "<ctrl-left><ctrl-left><ctrl-left>", "|one two"),
        ("one two", "<home><ctrl-right>", "one| two"),
        ("one two", "<home><ctrl-right><ctrl-right><ctrl-right>", "one two|"),
        ("one, two", "<ctrl-left><ctrl-left>", "|one, two"),
        ("don't stop", "<ctrl-left><ctrl-left>", "|don't stop"),
        ("one two", "<ctrl-back>", "one |"),
        ("one two", "<home><ctrl-delete>", "| two"),
        ("one two", "<ctrl-shift-left>", "one [two]"),
        ("one two", "<home><ctrl-shift-right>", "[one] two"),
        // Letters of several characters are whole.
        ("a👩‍👩‍👧", "<back>", "a|"),
        ("👍🏽b", "<home><delete>", "|b"),
        ("🇩🇪🇫🇷", "<left><left>", "|🇩🇪🇫🇷"),
        ("🇩🇪🇫🇷", "<shift-left>", "🇩🇪[🇫🇷]"),
        ("e\u{301}x", "<left><left>", "|e\u{301}x"),
        ("e\u{301}", "<back>", "|"),
        ("e", "\u{301}<left>", "|e\u{301}"),
        // From right to left, left is forward.
        ("שלום", "<home><left>", "ש|לום"),
        ("שלום", "<right>", "שלו|ם"),
        ("אב גד", "<home><ctrl-left>", "אב| גד"),
        ("אב", "<home><shift-left>", "[א]ב"),
        // Other keys are nobody's letters.
        ("a", "<up><alt-x><ctrl-q><ctrl-alt-a>", "a|"),
    ]

    @Test(arguments: tables)
    func `keys move, select and change as they do in desktops`(row: (text: String, keys: String, state: String)) throws
    {
        let state = try FieldStage.run { stage in
            stage.window.focusLayer = stage.field
            stage.field.text = row.text
            stage.press(row.keys)
            return stage.state
        }
        #expect(state == row.state, "\(row.text) \(row.keys)")
    }

    /// What undo and redo make of what was done.
    static let undone: [(text: String, keys: String, state: String)] = [
        ("", "abc<ctrl-z>", "|"),
        ("", "abc<ctrl-z><ctrl-shift-z>", "abc|"),
        ("", "abc<ctrl-z><ctrl-y>", "abc|"),
        ("", "abc<left>d<ctrl-z>", "ab|c"),
        ("", "abc<left>d<ctrl-z><ctrl-z>", "|"),
        ("", "abc<left><right>d<ctrl-z>", "abc|"),
        ("abc", "<back><back><ctrl-z>", "abc|"),
        ("abc", "<home><delete><delete><ctrl-z>", "|abc"),
        ("abc", "<back>x<ctrl-z>", "ab|"),
        ("abc", "<back>x<ctrl-z><ctrl-z>", "abc|"),
        ("abc", "<ctrl-a>xy<ctrl-z>", "[abc]"),
        ("abc", "<ctrl-a>xy<ctrl-z><ctrl-shift-z>", "xy|"),
        ("one two", "<ctrl-back><ctrl-back><ctrl-z>", "one |"),
        ("ab", "x<ctrl-z>y<ctrl-shift-z>", "aby|"),
        ("ab", "<ctrl-z><ctrl-shift-z>", "ab|"),
        ("e", "\u{301}<ctrl-z>", "e|"),
    ]

    @Test(arguments: undone)
    func `what was typed, or deleted, in one go is undone and redone as one`(
        row: (text: String, keys: String, state: String)
    ) throws {
        let state = try FieldStage.run { stage in
            stage.window.focusLayer = stage.field
            stage.field.text = row.text
            stage.press(row.keys)
            return stage.state
        }
        #expect(state == row.state, "\(row.text) \(row.keys)")
    }

    @Test func `copy, cut and paste go by the window system's text`() throws {
        let lines = try FieldStage.run { stage in
            stage.window.focusLayer = stage.field
            stage.field.text = "one two"
            var lines: [String] = []
            func note(_ keys: String) {
                stage.press(keys)
                lines.append("\(stage.state) \(stage.system.clipboardText ?? "nothing")")
            }
            note("<ctrl-c>")
            note("<ctrl-shift-left><ctrl-c>")
            note("<ctrl-x>")
            note("<ctrl-v><ctrl-v>")
            note("<ctrl-z>")
            note("<shift-home><shift-delete><shift-insert>")
            stage.system.clipboardText = nil
            note("<ctrl-v>")
            return lines
        }
        #expect(
            lines == [
                "one two| nothing", "one [two] two", "one | two", "one twotwo| two", "one two| two",
                "one two| one two", "one two| nothing",
            ])
    }

    @Test(arguments: [
        ("a\nb", "a b"), ("a\r\nb\r\nc\r\n", "a b c"), ("a\tb", "a b"), ("a\u{0}\u{1B}b", "ab"), ("\n\n", ""),
        ("a\u{2028}b\u{2029}", "a b"), ("e\u{301}\n", "e\u{301}"), ("\u{200F}a", "\u{200F}a"),
    ])
    func `what is pasted becomes one line`(pasted: String, line: String) throws {
        let text = try FieldStage.run { stage in
            stage.window.focusLayer = stage.field
            stage.system.clipboardText = pasted
            stage.press("<ctrl-v>")
            return stage.field.text
        }
        #expect(Array(text.unicodeScalars) == Array(line.unicodeScalars))
    }

    @Test(arguments: [
        (3, "abcdef", "abc|"), (0, "abc", "|"), (2, "👩‍👩‍👧👍🏽x", "👩‍👩‍👧👍🏽|"), (1, "e\u{301}e", "e\u{301}|"), (-5, "a", "|"),
    ])
    func `no more letters than may be are taken`(most: Int, typed: String, state: String) throws {
        for isPasted in [false, true] {
            let found = try FieldStage.run { stage in
                stage.window.focusLayer = stage.field
                stage.field.maximumLength = most
                if isPasted { stage.field.insert(typed) } else { stage.press(typed) }
                return stage.state
            }
            #expect(found == state, "pasted: \(isPasted)")
        }
    }

    @Test func `Return and Escape are told, or go on to the window; Tab leads to the next field`() throws {
        let lines = try FieldStage.run { stage in
            let second = TextField()
            second.frame = CGRect(x: 220, y: 10, width: 60, height: 40)
            stage.window.layer.addSublayer(second)
            let delegate = KeyNotes()
            stage.window.delegate = delegate
            stage.window.focusLayer = stage.field
            stage.press("ab<return><escape>")
            stage.field.onReturn = { delegate.lines.append("return \($0.text)") }
            stage.field.onEscape = { _ in delegate.lines.append("escape") }
            stage.field.onChange = { delegate.lines.append("change \($0.text)") }
            stage.press("c<return><escape><tab>d<shift-tab>")
            return delegate.lines + [second.text, stage.field.isFocused ? "first" : "other", stage.state]
        }
        #expect(
            lines == [
                "key \r", "key \u{1B}", "change abc", "return abc", "escape", "key \t", "key \t", "d", "first", "[abc]",
            ])
    }

    @Test(arguments: ["ф", "α", ""]) func `a letter of another script is a command by the Latin one on its key`(
        letter: String
    )
        throws
    {
        let selected = try FieldStage.run { stage in
            stage.field.text = "ab"
            stage.window.focusLayer = stage.field
            stage.field.selectedRange = 0..<0
            let key = KeyEvent(
                isDown: true, keyCode: 38, characters: "", charactersIgnoringModifiers: letter, shortcutCharacters: "a",
                modifiers: .control)
            stage.send(.key(key))
            stage.run()
            return stage.state
        }
        #expect(selected == "[ab]")
    }

    @Test func `a field without the keys takes none`() throws {
        #expect(
            try FieldStage.run { stage in
                stage.press("ab<ctrl-v>")
                return stage.field.text
            } == "")
    }
}

/// Notes keys that nobody has handled.
private final class KeyNotes: WindowDelegate {
    var lines: [String] = []

    func window(_ window: Window, handle event: Event) -> Bool {
        if case .key(let key) = event.content, key.isDown { lines.append("key \(key.charactersIgnoringModifiers)") }
        return false
    }
}
