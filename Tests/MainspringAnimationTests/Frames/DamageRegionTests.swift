import Foundation
import SeededRandom
import Testing

@testable import MainspringAnimation

@Suite struct DamageRegionTests {
    private static func box(_ x: CGFloat, _ y: CGFloat, _ side: CGFloat = 10) -> CGRect {
        CGRect(x: x, y: y, width: side, height: side)
    }

    /// As many small ones as there may be, far from each other.
    private static let row = (0..<DamageRegion.limit).map { box(100 * CGFloat($0), 0) }

    private static let stories: [(name: String, added: [CGRect], rects: [CGRect])] = [
        ("small ones that do not meet stay apart", row, row),
        ("one in another adds nothing", [box(0, 0, 100), box(10, 10), box(90, 90)], [box(0, 0, 100)]),
        ("the same twice is there once", [box(5, 5), box(5, 5)], [box(5, 5)]),
        (
            "one in one that is not the last adds nothing", [box(0, 0, 50), box(200, 0), box(3, 3)],
            [box(0, 0, 50), box(200, 0)]
        ),
        ("one in one of as many as there may be adds nothing", row + [box(302, 2, 5)], row),
        (
            "one too many is put together with the one that wastes the least by it", row + [box(512, 0)],
            row[..<5] + [CGRect(x: 500, y: 0, width: 22, height: 10)] + row[6...]
        ),
        (
            "so is the next one", row + [box(512, 0), box(100, 12)],
            [row[0], CGRect(x: 100, y: 0, width: 10, height: 22)] + row[2..<5]
                + [CGRect(x: 500, y: 0, width: 22, height: 10)] + row[6...]
        ),
        (
            "what is nowhere, or has no area, adds nothing",
            [
                .null, .zero, CGRect(x: 1, y: 1, width: 0, height: 9),
                CGRect(x: CGFloat.nan, y: 0, width: 9, height: 9),
                CGRect(x: 0, y: CGFloat.infinity, width: 9, height: 9),
                CGRect(x: 0, y: 0, width: CGFloat.nan, height: 9), CGRect(x: 1e9, y: 0, width: 9, height: 9),
            ], []
        ),
        ("one without end is as large as anything may be", [.infinite], [LayerFrame.everywhere]),
    ]

    @Test(arguments: stories.indices) func `a region is a few rectangles around what was added`(index: Int) {
        let (name, added, rects) = Self.stories[index]
        var region = DamageRegion()
        for rect in added { region.add(rect) }
        #expect(region.rects == rects, "\(name)")
        region.removeAll()
        #expect(region.rects.isEmpty)
        // What was taken in before is no part of what it is now.
        for rect in added { region.add(rect) }
        #expect(region.rects == rects, "\(name), again")
    }

    @Test func `what hardly moves is one rectangle, and what moves far is two`() {
        var region = DamageRegion()
        region.add(Self.box(0, 0), Self.box(3, 0))
        #expect(region.rects == [CGRect(x: 0, y: 0, width: 13, height: 10)])
        region.add(Self.box(100, 0), Self.box(140, 0))
        #expect(region.rects.dropFirst() == [Self.box(100, 0), Self.box(140, 0)])
        // What comes from nowhere, and what goes there.
        region.removeAll()
        region.add(.null, Self.box(1, 1))
        region.add(Self.box(50, 50), .zero)
        #expect(region.rects == [Self.box(1, 1), Self.box(50, 50)])
    }

    @Test(arguments: Seeds.first(40))
    func `what is added lies in one of a few rectangles, none of them larger than what is in it`(
        seed: UInt64
    ) {
        var random = SeededGenerator(seed: seed)
        var region = DamageRegion()
        var added: [CGRect] = []
        // Whole numbers, whose sums are exact.
        func rect() -> CGRect {
            func number(_ range: ClosedRange<Int>) -> CGFloat { CGFloat(Int.random(in: range, using: &random)) }
            let most = seed % 2 == 0 ? 400 : 40
            return CGRect(
                x: number(-500...500), y: number(-500...500), width: number(0...most), height: number(0...most))
        }
        for step in 0..<80 {
            let new = [rect()] + (step % 3 == 0 ? [rect()] : [])
            if new.count == 2 { region.add(new[0], new[1]) } else { region.add(new[0]) }
            added += new.filter { !$0.isEmpty }
            #expect(region.rects.count <= DamageRegion.limit, "seed \(seed), step \(step)")
            let lost = added.first { rect in !region.rects.contains { $0.contains(quickly: rect) } }
            #expect(lost == nil, "seed \(seed), step \(step)")
            for rect in region.rects {
                let inside = added.filter { rect.contains(quickly: $0) }
                let around = inside.dropFirst().reduce(inside.first ?? .null) { $0.joined($1) }
                #expect(around == rect, "seed \(seed), step \(step): \(rect) is larger than what is in it")
            }
        }
    }
}
