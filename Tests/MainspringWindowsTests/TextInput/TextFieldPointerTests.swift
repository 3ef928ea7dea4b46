import Foundation
import Testing

@testable import MainspringApplication
@testable import MainspringRendering
@testable import MainspringWindows

@Suite struct TextFieldPointerTests {
    @Test(arguments: ["Hello", "שלום", "a👩‍👩‍👧b", "abc אבג def"])
    func `a press puts the caret where it is`(text: String) throws {
        let (found, wanted) = try FieldStage.run { stage in
            stage.field.text = text
            var (found, wanted): ([Int], [Int]) = ([], [])
            var places = text.indices.map { stage.field.line.place($0) } + [text.utf16.count]
            // Where directions change two places of the text are at one place of the screen.
            places = places.filter { place in
                places.allSatisfy { $0 == place || stage.point(at: $0) != stage.point(at: place) }
            }
            for place in places {
                stage.click(place)
                found.append(stage.field.selectedRange.lowerBound)
                wanted.append(place)
            }
            return (found, wanted)
        }
        #expect(found == wanted && found.count > 2)
    }

    @Test func `a press takes the keys, and a drag selects in either direction`() throws {
        let states = try FieldStage.run { stage in
            stage.field.text = "one two three"
            var states = ["\(stage.field.isFocused)"]
            stage.pointer(.down, stage.point(at: 4))
            states.append("\(stage.field.isFocused) \(stage.state)")
            stage.pointer(.dragged, stage.point(at: 7))
            states.append(stage.state)
            stage.pointer(.dragged, CGPoint(x: -100, y: 500))
            states.append(stage.state)
            stage.pointer(.up, CGPoint(x: -100, y: 500))
            stage.click(9, [.shift])
            states.append(stage.state)
            stage.click(2)
            stage.click(5, [.shift])
            states.append(stage.state)
            return states
        }
        #expect(
            states == [
                "false", "true one |two three", "one [two] three", "[one ]two three", "one [two t]hree",
                "on[e t]wo three",
            ])
    }

    @Test func `two presses take a word, three everything, and a drag goes on by words`() throws {
        let states = try FieldStage.run { stage in
            stage.field.text = "one don't, 42"
            var states: [String] = []
            for place in [5, 3, 9, 12] {
                stage.click(place, clicks: 2)
                states.append(stage.state)
            }
            stage.pointer(.down, stage.point(at: 5), clicks: 2)
            stage.pointer(.dragged, stage.point(at: 12), clicks: 2)
            states.append(stage.state)
            stage.pointer(.dragged, stage.point(at: 1), clicks: 2)
            states.append(stage.state)
            stage.pointer(.up, stage.point(at: 1), clicks: 2)
            stage.click(5, clicks: 3)
            states.append(stage.state)
            return states
        }
        #expect(
            states == [
                "one [don't], 42", "one[ ]don't, 42", "one don't[,] 42", "one don't, [42]", "one [don't, 42]",
                "[one don't], 42", "[one don't, 42]",
            ])
    }

    @Test func `other buttons are not the field's`() throws {
        let isFocused = try FieldStage.run { stage in
            stage.pointer(.down, stage.point(at: 0), clicks: 1, [], .secondary)
            return stage.field.isFocused
        }
        #expect(!isFocused)
    }

    @Test func `a press in a field that has scrolled is where the letters are now`() throws {
        let (place, scroll) = try FieldStage.run { stage in
            stage.field.text = String(repeating: "abcdefghij", count: 10)
            stage.window.focusLayer = stage.field
            stage.press("<end>")
            stage.click(90)
            return (stage.field.selectedRange.lowerBound, stage.field.scroll)
        }
        #expect(place == 90 && scroll > 500)
    }
}
