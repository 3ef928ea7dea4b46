import Foundation
import MainspringAnimation
import MainspringGraphics
import MainspringRendering

extension Screen {
    static var texts: Screen {
        Screen("texts", "CATextLayer", "Any script for which there are fonts, in either direction, and emoji") {
            stage in
            let scripts = stage.panel(CGRect(x: 40, y: 110, width: 430, height: 270), "Scripts")
            let words = [
                ("Good evening", "Latin"), ("Καλησπέρα", "Greek"), ("Добрый вечер", "Cyrillic"),
                ("مساء الخير", "Arabic"),
                ("ערב טוב", "Hebrew"), ("こんばんは", "Japanese"),
            ]
            for (number, (word, script)) in words.enumerated() {
                let y = CGFloat(number) * 35
                stage.label(
                    script, CGRect(x: 0, y: y + 8, width: 100, height: 20), size: 12, color: Palette.quiet, in: scripts)
                stage.label(
                    word, CGRect(x: 110, y: y, width: 280, height: 34), size: 24, color: Palette.bright[number],
                    in: scripts)
            }
            let emoji = stage.panel(
                CGRect(x: 490, y: 110, width: 430, height: 130), "Emoji, of one character and of many")
            stage.label("🎈🌍🎹🚀 👩‍👩‍👧 👍🏽 🇩🇪 🏳️‍🌈", CGRect(x: 0, y: 12, width: 400, height: 60), size: 34, in: emoji)
            let styles = stage.panel(CGRect(x: 490, y: 260, width: 430, height: 120), "AttributedString")
            let rich = stage.label("", CGRect(x: 0, y: 4, width: 398, height: 60), size: 20, in: styles)
            rich.string = styled()
            rich.isWrapped = true
            paragraph(stage)
            sizes(stage)
        }
    }

    private static func styled() -> AttributedString {
        var whole = AttributedString()
        func add(_ text: String, _ font: String, _ color: CGColor, isUnderlined: Bool = false) {
            var part = AttributedString(text)
            part[AttributeScopes.MainspringTextAttributes.FontAttribute.self] = TextFont(name: font, size: 20)
            part[AttributeScopes.MainspringTextAttributes.ForegroundColorAttribute.self] = color
            if isUnderlined { part[AttributeScopes.MainspringTextAttributes.UnderlineAttribute.self] = true }
            whole += part
        }
        add("Bold, ", "Helvetica-Bold", Palette.coral)
        add("oblique, ", "Helvetica-Oblique", Palette.mint)
        add("serif, ", "Times", Palette.amber)
        add("even widths", "Menlo", Palette.sky)
        add(" and ", "Helvetica", Palette.text)
        add("underlined", "Helvetica", Palette.violet, isUnderlined: true)
        return whole
    }

    private static func paragraph(_ stage: Stage) {
        let text =
            "A line that is too long goes on in the next one, and where there is no room for another line an ellipsis says that something is missing, as it does here."
        for (number, mode) in [CATextLayerAlignmentMode.left, .center, .justified].enumerated() {
            let panel = stage.panel(
                CGRect(x: 40 + CGFloat(number) * 225, y: 400, width: 205, height: 160), mode.rawValue)
            let label = stage.label(text, panel.bounds, size: 14, alignment: mode, in: panel)
            label.isWrapped = true
        }
    }

    private static func sizes(_ stage: Stage) {
        let panel = stage.panel(CGRect(x: 715, y: 400, width: 205, height: 160), "fontSize, foregroundColor")
        let label = stage.label("Aa", panel.bounds, size: 48, font: "Helvetica-Bold", alignment: .center, in: panel)
        label.loop("fontSize", from: 20, to: 80, seconds: 1.5, turnsBack: true, .easeInEaseOut)
        label.loop("foregroundColor", from: Palette.sky, to: Palette.pink, seconds: 1.5, turnsBack: true)
    }
}
