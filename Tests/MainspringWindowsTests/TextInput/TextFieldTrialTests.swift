import Foundation
import MainspringAnimation
import SeededRandom
import Testing

@testable import MainspringApplication
@testable import MainspringRendering
@testable import MainspringWindows

/// The plainest line that is edited: an array of letters, which is copied for each step that can be undone.
private struct PlainLine {
    var letters: [Character] = []
    var anchor = 0
    var head = 0

    var text: String { String(letters) }
    var selection: Range<Int> { min(anchor, head)..<max(anchor, head) }

    mutating func replace(_ range: Range<Int>, _ new: String) {
        let before = String(letters[..<range.lowerBound]) + new
        letters = Array(before + String(letters[range.upperBound...]))
        head = String(letters).prefixCount(of: before.utf16.count)
        anchor = head
    }
}

extension String {
    /// How many letters begin before a place.
    fileprivate func prefixCount(of units: Int) -> Int {
        var left = units
        var count = 0
        for letter in self where left > 0 {
            left -= String(letter).utf16.count
            count += 1
        }
        return count
    }
}

@Suite struct TextFieldTrialTests {
    private static let pieces = [
        "a", "b", " ", "é", "e\u{301}", "\u{301}", "👍🏽", "👩‍👩‍👧", "🇩🇪", "🇩", "ש", "שלום", "𝄞", "कि", "one two", "\u{200D}",
        "x\ny", "",
    ]

    @Test(arguments: Seeds.first(40))
    func `random edits are those of a plain line`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var line = EditedLine()
        var plain = PlainLine()
        /// What was before and after each step that can be undone, and redone.
        var past: [(before: PlainLine, after: PlainLine)] = []
        var future: [(before: PlainLine, after: PlainLine)] = []
        func unit(_ letter: Int) -> Int { String(plain.letters[..<letter]).utf16.count }
        func changed(_ body: (inout PlainLine) -> Void) {
            let before = plain
            body(&plain)
            past.append((before, plain))
            future = []
        }
        for step in 0..<300 {
            switch Int.random(in: 0..<9, using: &random) {
            case 0...2:
                let piece = Self.pieces.randomElement(using: &random)!
                line.insert(piece, .whole)
                if !piece.asOneLine.isEmpty { changed { $0.replace($0.selection, piece.asOneLine) } }
            case 3:
                let head = line.head
                let start = line.selection.isEmpty ? line.place(before: head) : line.selection.lowerBound
                line.delete(start..<line.selection.upperBound, .whole)
                let range = plain.selection.isEmpty ? max(plain.head - 1, 0)..<plain.head : plain.selection
                if !range.isEmpty { changed { $0.replace(range, "") } }
            case 4, 5:
                let place = Int.random(in: 0...plain.letters.count, using: &random)
                let extends = Bool.random(using: &random)
                line.move(to: unit(place), extends: extends)
                plain.head = place
                if !extends { plain.anchor = place }
            case 6:
                // Somewhere within letters, too.
                let place = Int.random(in: -2...line.count + 2, using: &random)
                line.move(to: place)
                let clamped = min(max(place, 0), line.count)
                var letter = 0
                while letter < plain.letters.count, unit(letter + 1) <= clamped { letter += 1 }
                (plain.anchor, plain.head) = (letter, letter)
            case 7:
                #expect(line.undo() == !past.isEmpty)
                if let last = past.popLast() {
                    future.append(last)
                    plain = last.before
                }
            default:
                #expect(line.redo() == !future.isEmpty)
                if let next = future.popLast() {
                    past.append(next)
                    plain = next.after
                }
            }
            guard Array(line.text.utf16) == Array(plain.text.utf16), line.anchor == unit(plain.anchor),
                line.head == unit(plain.head)
            else {
                Issue.record(
                    "seed \(seed), step \(step): \(line.text) \(line.selection), not \(plain.text) \(plain.selection)")
                return
            }
        }
    }

    @Test(arguments: Seeds.first(6))
    func `a field takes any keys, and has its caret between letters`(seed: UInt64) throws {
        try FieldStage.run { stage in
            var random = SeededGenerator(seed: seed)
            stage.window.focusLayer = stage.field
            let keys = [
                "<left>", "<right>", "<shift-left>", "<ctrl-shift-right>", "<home>", "<end>", "<back>", "<delete>",
                "<ctrl-back>",
                "<ctrl-z>", "<ctrl-shift-z>", "<ctrl-c>", "<ctrl-x>", "<ctrl-v>", "<ctrl-a>",
            ]
            for step in 0..<150 {
                if Bool.random(using: &random) {
                    stage.press(keys.randomElement(using: &random)!)
                } else if Int.random(in: 0..<4, using: &random) == 0 {
                    let point = CGPoint(x: .random(in: -50...350, using: &random), y: 30)
                    let clicks = Int.random(in: 1...4, using: &random)
                    stage.pointer(.down, point, clicks: clicks)
                    stage.pointer(.dragged, CGPoint(x: .random(in: -50...350, using: &random), y: 30), clicks: clicks)
                    stage.pointer(.up, point, clicks: clicks)
                    stage.window.focusLayer = stage.field
                } else {
                    stage.send(.text(Self.pieces.randomElement(using: &random)!))
                    stage.run()
                }
                let line = stage.field.line
                for place in [line.anchor, line.head] {
                    #expect(line.places(around: place) == (place, place), "seed \(seed), step \(step)")
                }
                let (caret, box) = (stage.field.caretBox, stage.field.textBox)
                #expect(caret.minX >= box.minX && caret.maxX <= box.maxX, "seed \(seed), step \(step)")
            }
        }
    }

    @Test(arguments: ["a", "word ", "ש", "👩‍👩‍👧", "e\u{301}\u{302}"])
    func `a text of 100,000 letters is edited at its beginning, its middle and its end`(letter: String) throws {
        try FieldStage.run { stage in
            let text = String(repeating: letter, count: 100_000 / letter.count)
            stage.window.focusLayer = stage.field
            stage.field.text = text
            let count = stage.field.line.count
            #expect(stage.field.text.count == 100_000 / letter.count * letter.count)
            for place in [0, count / 2, count] {
                stage.field.selectedRange = place..<place
                stage.run()
                let start = stage.field.selectedRange.lowerBound
                #expect(stage.field.shown.part.contains(start) || start == count)
                #expect(stage.field.shown.part.count < 2 * LaidOutLine.mostUnits)
                // In the text's own direction, since where that changes one place of the screen is two of the text.
                stage.press(letter == "ש" ? letter : "x")
                #expect(stage.field.selectedRange == start + 1..<start + 1)
                // A press where the caret is does not move it.
                stage.pointer(.down, stage.point(at: start + 1))
                stage.pointer(.up, stage.point(at: start + 1))
                #expect(stage.field.selectedRange == start + 1..<start + 1)
                stage.press("<back>")
            }
            #expect(stage.field.text == text)
        }
    }

    @Test func `the caret can be brought through all of a text of which only a part is laid out`() throws {
        try FieldStage.run { stage in
            stage.window.focusLayer = stage.field
            stage.field.text = String(repeating: "word ", count: 4_000)
            stage.press("<home>")
            for place in stride(from: 0, through: 20_000, by: 150) {
                stage.field.selectedRange = place..<place
                stage.run()
                let (caret, box) = (stage.field.caretBox, stage.field.textBox)
                #expect(caret.minX >= box.minX && caret.maxX <= box.maxX, "\(place)")
                #expect(stage.field.place(at: CGPoint(x: caret.minX + 0.5, y: 0)) == place)
            }
        }
    }

    @Test func `a letter with marks without end is one letter`() throws {
        try FieldStage.run { stage in
            stage.window.focusLayer = stage.field
            stage.field.text = "a" + String(repeating: "\u{301}", count: 50_000) + "b"
            stage.press("<left><left>")
            #expect(stage.field.selectedRange == 0..<0)
            stage.press("<delete>")
            #expect(stage.field.text == "b")
        }
    }

    @Test func `there are never more units than may be`() {
        var line = EditedLine()
        line.insert("ab" + String(repeating: "\u{301}", count: EditedLine.mostUnits), .whole)
        #expect(line.count <= EditedLine.mostUnits)
    }

    @Test(arguments: [CGFloat.nan, .infinity, -.infinity, 0, -1, 1e-300, 1e300, 1e9])
    func `sizes that cannot be do no harm`(size: CGFloat) throws {
        try FieldStage.run(isPainted: true) { stage in
            stage.window.focusLayer = stage.field
            stage.field.text = "Text"
            stage.field.font.size = size
            stage.run()
            stage.field.font.size = 16
            stage.field.inset = size
            stage.run()
            stage.field.contentsScale = size
            stage.run()
            stage.field.bounds = CGRect(x: 0, y: 0, width: size, height: size)
            stage.run()
            stage.press("x<home><ctrl-shift-right>")
            stage.pointer(.down, CGPoint(x: size, y: 20))
            stage.pointer(.down, CGPoint(x: 20, y: 20))
            #expect(stage.field.text == "Textx")
        }
    }
}
