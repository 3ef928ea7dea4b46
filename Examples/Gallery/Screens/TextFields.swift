import Foundation
import MainspringAnimation
import MainspringApplication
import MainspringGraphics
import MainspringRendering
import MainspringWindows

extension Screen {
    static var textField: Screen {
        Screen(
            "text-field", "TextField", "One line that is edited, in any script. Tab goes to the next one, Escape leaves"
        ) { stage in
            let panel = stage.panel(CGRect(x: 40, y: 110, width: 880, height: 450), "Caret, selection, clipboard, undo")
            let rows = [
                ("Name", "", "What is your name?"), ("Greeting", "Good evening, Καλησπέρα, 👩‍👩‍👧!", ""),
                ("From right to left", "שלום עולם", ""),
                (
                    "Long",
                    "A line that is much longer than its field scrolls sideways, so that the caret is always seen.", ""
                ),
                ("Eight letters", "", "No more than eight"),
            ]
            let said = stage.label(
                "Press Return, and what is written stands here.", CGRect(x: 20, y: 340, width: 800, height: 30),
                size: 20, color: Palette.mint, in: panel)
            let fields = rows.enumerated().map { number, row in
                let y = 14 + CGFloat(number) * 62
                stage.label(row.0, CGRect(x: 20, y: y + 9, width: 170, height: 24), size: 16, in: panel)
                let field = TextField()
                field.frame = CGRect(x: 200, y: y, width: 420, height: 40)
                (field.text, field.placeholder) = (row.1, row.2)
                field.font = TextFont(name: "Helvetica", size: 18)
                (field.backgroundColor, field.borderColor) = (Palette.night, Palette.line)
                (field.textColor, field.placeholderColor, field.caretColor) = (
                    Palette.text, Palette.quiet, Palette.amber
                )
                (field.selectionColor, field.inset) = (Palette.color(0x2F5C9E), 12)
                field.onReturn = { said.string = "“\($0.text)”" }
                field.onEscape = { [weak window = stage.window] _ in window?.focusLayer = nil }
                panel.addSublayer(field)
                return field
            }
            fields[4].maximumLength = 8
            if stage.window == nil { typeByItself(stage, fields, said) }
        }
    }

    /// In place of a user, where there is none.
    private static func typeByItself(_ stage: Stage, _ fields: [TextField], _ said: CALayer) {
        fields[0].layer(fields[0], didChangeFocus: true)
        fields[1].layer(fields[1], didChangeFocus: true)
        fields[1].selectedRange = 14..<23
        let letters = Array("Ada Lovelace")
        var count = 0
        stage.every(0.12) {
            guard count < letters.count else { return }
            fields[0].insert(String(letters[count]))
            count += 1
        }
    }
}
