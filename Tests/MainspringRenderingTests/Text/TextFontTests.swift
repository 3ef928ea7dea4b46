import Foundation
import MainspringGraphics
import MainspringRendering
import Testing

@Suite struct TextFontTests {
    static let names: [(String, String, Int, Bool)] = [
        ("Helvetica", "Helvetica", 400, false), ("Helvetica-Bold", "Helvetica", 700, false),
        ("Helvetica-BoldOblique", "Helvetica", 700, true), ("HelveticaNeue-LightItalic", "HelveticaNeue", 300, true),
        ("Avenir-Black", "Avenir", 900, false), ("Menlo-Regular", "Menlo", 400, false),
        ("Times-Italic", "Times", 400, true),
        ("M-1p", "M-1p", 400, false), ("", "", 400, false), ("-", "-", 400, false), ("A-B-Bold", "A-B", 700, false),
    ]

    @Test(arguments: names)
    func `a name says family and style`(name: String, family: String, weight: Int, isItalic: Bool) {
        let wanted = TextFont(family: family, size: 12, weight: weight, isItalic: isItalic)
        #expect(TextFont(name: name, size: 12) == wanted)
    }

    @Test func `bold letters are wider, and slanted ones look different`() {
        func width(_ name: String) -> CGFloat {
            TextLayout("Heavy", options: .init(font: TextFont(name: name, size: 20))).size.width
        }
        #expect(width("DejaVu Sans-Bold") > width("DejaVu Sans") + 2)
        let slanted = TextLayout("l", options: .init(font: TextFont(name: "DejaVu Sans-Oblique", size: 20)))
        let upright = TextLayout("l", options: .init(font: TextFont(name: "DejaVu Sans", size: 20)))
        #expect(slanted.lines[0].inkFrame.width > upright.lines[0].inkFrame.width + 1)
    }

    @Test func `a font that is missing is replaced, which is told once; those of Apple's systems are not told`()
        async throws
    {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            for name in [
                "No Such Font", "No Such Font-Bold", "Helvetica", "dejavusans", "Menlo-Bold", "sans-serif",
                "No Such Font", "a,b\0c",
            ] {
                let layout = TextLayout("letters", options: .init(font: TextFont(name: name, size: 20)))
                precondition(layout.size.width > 20)
            }
        }
        let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        let lines = said.split(separator: "\n").filter { $0.hasPrefix("Mainspring: ") }
        #expect(
            lines
                == ["No Such Font", "a b c"].map {
                    "Mainspring: the font \"\($0)\" is not installed; texts in it are drawn in another one. Install it, or name one that fc-list shows."
                })
        #expect(!said.contains("Pango") && !said.contains("CRITICAL") && !said.contains("WARNING"))
    }
}
