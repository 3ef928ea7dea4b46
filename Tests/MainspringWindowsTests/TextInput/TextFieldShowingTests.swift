import Foundation
import MainspringAnimation
import MainspringGraphics
import Testing

@testable import MainspringApplication
@testable import MainspringRendering
@testable import MainspringWindows

@Suite struct TextFieldShowingTests {
    @Test func `a caret that blinks makes a frame when it changes, and none between`() throws {
        let counts = try FieldStage.run { stage in
            stage.window.focusLayer = stage.field
            stage.run(for: 1)
            let (first, firstMade) = (stage.surface.frames.count, stage.window.host.frameCount)
            stage.run(for: 10 * TextFieldParts.blinkDuration)
            let blinking = stage.surface.frames.count - first
            let made = stage.window.host.frameCount - firstMade
            stage.window.focusLayer = nil
            stage.run(for: 1)
            let second = stage.surface.frames.count
            stage.run(for: 10)
            return (blinking, made, stage.surface.frames.count - second)
        }
        #expect(counts == (20, 20, 0))
    }

    @Test func `what is painted for a caret is as large as a caret`() throws {
        let damage = try FieldStage.run(isPainted: true) { stage in
            stage.field.text = "Text"
            stage.window.focusLayer = stage.field
            stage.field.selectedRange = 4..<4
            stage.run(for: 3)
            return stage.surface.frames.lastDamage
        }
        #expect(damage.count == 1 && damage[0].width <= 4 && damage[0].height <= 30, "\(damage)")
    }

    @Test func `the caret is always inside of the field, and no room is left empty`() throws {
        try FieldStage.run { stage in
            stage.window.focusLayer = stage.field
            for text in ["", "abc", String(repeating: "word ", count: 40), String(repeating: "שלום ", count: 40)] {
                stage.field.text = text
                for place in stride(from: 0, through: text.utf16.count, by: 7) {
                    stage.field.selectedRange = place..<place
                    stage.run()
                    let (caret, box) = (stage.field.caretBox, stage.field.textBox)
                    #expect(caret.minX >= box.minX && caret.maxX <= box.maxX, "\(text.prefix(9)) \(place)")
                }
                stage.field.selectedRange = text.utf16.count..<text.utf16.count
                stage.run()
                stage.press("<ctrl-a><back>")
                #expect(stage.field.scroll == 0)
            }
        }
    }

    @Test func `a text from right to left stands at the right`() throws {
        let carets = try FieldStage.run { stage in
            var carets: [CGFloat] = []
            for text in ["a", "ש"] {
                stage.field.text = text
                stage.field.selectedRange = 0..<0
                carets.append(stage.field.caretBox.midX)
            }
            return carets
        }
        #expect(carets[0] < 20 && carets[1] > 180)
    }

    /// So many pixels of the window are of a colour, or nearly.
    private static func count(_ stage: FieldStage, _ color: (Int, Int, Int)) -> Int {
        stage.surface.frames.makeImage()?.withPremultipliedBGRA { bytes, bytesPerRow in
            var count = 0
            for row in 10..<50 {
                for column in 10..<210 {
                    let pixel = row * bytesPerRow + 4 * column
                    let parts = (Int(bytes[pixel + 2]), Int(bytes[pixel + 1]), Int(bytes[pixel]))
                    if abs(parts.0 - color.0) < 8, abs(parts.1 - color.1) < 8, abs(parts.2 - color.2) < 8 { count += 1 }
                }
            }
            return count
        } ?? -1
    }

    @Test func `text, placeholder, selection and caret are painted in their colours`() throws {
        try FieldStage.run(isPainted: true) { stage in
            // The next frame.
            let frame = 0.02
            let (red, green, blue) = ((255, 0, 0), (0, 255, 0), (0, 0, 255))
            stage.field.textColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
            stage.field.placeholderColor = CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1)
            stage.field.selectionColor = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)
            stage.field.caretColor = CGColor(srgbRed: 1, green: 0, blue: 1, alpha: 1)
            stage.field.font = TextFont(family: "DejaVu Sans", size: 24, weight: 700)
            stage.field.placeholder = "III"
            stage.run(for: frame)
            #expect(
                Self.count(stage, green) > 50 && Self.count(stage, red) == 0 && Self.count(stage, (255, 0, 255)) == 0)
            stage.window.focusLayer = stage.field
            stage.run(for: frame)
            #expect(Self.count(stage, (255, 0, 255)) > 30)
            stage.press("III")
            stage.run(for: frame)
            #expect(Self.count(stage, red) > 50 && Self.count(stage, green) == 0 && Self.count(stage, blue) == 0)
            stage.press("<ctrl-a>")
            stage.run(for: frame)
            #expect(Self.count(stage, blue) > 50 && Self.count(stage, (255, 0, 255)) == 0)
            stage.window.focusLayer = nil
            stage.run(for: frame)
            #expect(Self.count(stage, blue) == 0 && Self.count(stage, red) > 50)
        }
    }
}
