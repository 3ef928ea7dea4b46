import SeededRandom
import Testing

@testable import Mainspring

extension Int: TimerQueuePayload {
    func comesSoon() {}
}

extension OnEnd: TimerQueuePayload {
    func comesSoon() {}
}

@Suite struct TimerQueueTests {
    /// What the queue has to agree with: an array, sorted by deadline and then by the time of the last change.
    private struct Model {
        struct Entry {
            var payload: Int
            var deadline: UInt64
            var change: Int
            var slot: TimerQueue<Int>.Slot
        }

        var entries: [Entry] = []
        var changes = 0

        var sorted: [Entry] { entries.sorted { ($0.deadline, $0.change) < ($1.deadline, $1.change) } }
        mutating func nextChange() -> Int {
            changes += 1
            return changes
        }
    }

    /// Takes everything out in order.
    private func drain(_ queue: inout TimerQueue<Int>) -> [Int] {
        var order: [Int] = []
        while let earliest = queue.earliest {
            var first: TimerEntry?
            var limit = earliest
            queue.forEach(notAfter: &limit) { entry, _, _ in
                if first.map({ TimerEntry.precedes(entry, $0) }) ?? true { first = entry }
            }
            order.append(queue.remove(first!.slot))
        }
        return order
    }

    /// How far apart the deadlines of a random test are, which decides what is in the heap and what in the wheel.
    enum Span: UInt64, CaseIterable {
        /// Many equal ones.
        case forty = 40
        /// One tick of the wheel and a bit.
        case milliseconds = 3_000_000
        case minutes = 600_000_000_000
        case years = 60_000_000_000_000_000

        /// A deadline behind one that has come already.
        func deadline(after start: UInt64, _ random: inout SeededGenerator) -> UInt64 {
            // Most are near: what is alike in many digits is what the wheel's levels tell apart.
            let limit =
                Bool.random(using: &random) ? rawValue : max(2, rawValue >> UInt64.random(in: 0..<40, using: &random))
            return start &+ UInt64.random(in: 0..<limit, using: &random)
        }
    }

    @Test(arguments: Span.allCases, Seeds.first(5))
    func `random inserts, removals, moves and looks agree with a sorted array`(span: Span, seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var queue = TimerQueue<Int>()
        var model = Model()
        // Beyond a thousand the wheel takes part; now there are more, now fewer.
        var growth = 8
        var start: UInt64 = 0
        for step in 0..<Seeds.size(12_000, sanitized: 4_000) {
            if step % 3000 == 2999 { growth = growth == 8 ? 3 : 8 }
            switch Int.random(in: 0..<12, using: &random) {
            case 0..<growth:
                let deadline = span.deadline(after: start, &random)
                let slot = queue.insert(step, deadline: deadline)
                model.entries.append(
                    .init(payload: step, deadline: deadline, change: model.nextChange(), slot: slot))
            case growth..<10:
                guard let place = model.entries.indices.randomElement(using: &random) else { continue }
                let entry = model.entries.remove(at: place)
                let removed = queue.remove(entry.slot)
                #expect(removed == entry.payload, "seed \(seed), step \(step)")
            default:
                guard let place = model.entries.indices.randomElement(using: &random) else { continue }
                let deadline = span.deadline(after: start, &random)
                queue.move(model.entries[place].slot, to: deadline)
                model.entries[place].deadline = deadline
                model.entries[place].change = model.nextChange()
                let moved = queue.deadline(of: model.entries[place].slot)
                #expect(moved == deadline, "seed \(seed), step \(step)")
            }
            let count = queue.count
            #expect(count == model.entries.count, "seed \(seed), step \(step)")
            if step % 97 == 0 {
                let (earliest, first) = (queue.earliest, queue.first)
                let expected = model.sorted.first
                #expect(earliest == expected?.deadline, "seed \(seed), step \(step)")
                #expect(first == expected?.payload, "seed \(seed), step \(step)")
                // Time goes on, and sometimes it does not.
                if let expected, step % 2 == 0 { start = max(start, expected.deadline) }
            }
            if step % 1000 == 0 {
                var limit = span.deadline(after: start, &random)
                let expected = model.entries.filter { $0.deadline <= limit }.map(\.payload).sorted()
                var visited: [Int] = []
                queue.forEach(notAfter: &limit) { _, payload, _ in visited.append(payload) }
                #expect(visited.sorted() == expected, "seed \(seed), step \(step)")
            }
        }
        var all: [Int] = []
        queue.forEachPayload { all.append($0) }
        #expect(all.sorted() == model.entries.map(\.payload).sorted(), "seed \(seed)")
        #expect(drain(&queue) == model.sorted.map(\.payload), "seed \(seed)")
    }

    @Test func `descending deadlines, each before all others, are handed out ascending`() {
        var queue = TimerQueue<Int>()
        for number in 0..<20_000 { _ = queue.insert(number, deadline: UInt64(20_000 - number) << 24) }
        #expect(drain(&queue) == (0..<20_000).reversed())
    }

    @Test func `a queue that ran empty takes deadlines before its last ones`() {
        var queue = TimerQueue<Int>()
        for number in 0..<5000 { _ = queue.insert(number, deadline: 1 << 50 + UInt64(number) << 22) }
        #expect(drain(&queue) == Array(0..<5000))
        for number in 0..<5000 { _ = queue.insert(number, deadline: UInt64(number) << 22) }
        #expect(drain(&queue) == Array(0..<5000))
    }

    @Test func `entries with equal deadlines come in the order of insertion, and a moved one becomes the last`() {
        var queue = TimerQueue<Int>()
        let slots = (0..<100).map { queue.insert($0, deadline: 7) }
        queue.move(slots[3], to: 7)
        #expect(drain(&queue) == (0..<100).filter { $0 != 3 } + [3])
    }

    @Test func `a walk leaves out what is later than a limit that falls on the way`() {
        var queue = TimerQueue<Int>()
        for deadline in 0..<1000 { _ = queue.insert(deadline, deadline: UInt64(deadline)) }
        var limit = UInt64.max
        var visited = 0
        queue.forEach(notAfter: &limit) { entry, _, limit in
            visited += 1
            limit = min(limit, 10)
        }
        #expect(visited == 11)
    }

    @Test func `the largest and the smallest deadline are in order`() {
        var queue = TimerQueue<Int>()
        _ = queue.insert(2, deadline: .max)
        _ = queue.insert(1, deadline: .max - 1)
        _ = queue.insert(0, deadline: 0)
        #expect(drain(&queue) == [0, 1, 2])
    }

    @Test func `payloads are released when they are removed, and the rest with the queue`() {
        let released = CallLog()
        do {
            var queue = TimerQueue<OnEnd>()
            let first = queue.insert(OnEnd { released.add("removed") }, deadline: 1)
            for _ in 0..<40 { _ = queue.insert(OnEnd { released.add("left") }, deadline: 2) }
            _ = queue.remove(first)
            #expect(released.take() == ["removed"])
        }
        #expect(released.count == 40)
    }

    #if DEBUG
        @Test(arguments: [1_000, 10_000, 100_000, 1_000_000])
        func `operations compare and move no more than the logarithm of the count asks for`(count: Int) {
            var random = SeededGenerator(seed: 42)
            var queue = TimerQueue<Int>()
            // Four children a node.
            var depth = 0
            var reached = 1
            while reached < count {
                reached = reached * 4 + 1
                depth += 1
            }
            var slots: [TimerQueue<Int>.Slot] = []
            slots.reserveCapacity(count)
            for number in 0..<count {
                slots.append(queue.insert(number, deadline: .random(in: 0..<1 << 40, using: &random)))
            }
            // Random inserts rise little, on the average.
            #expect(queue.comparisons <= count * 3)
            #expect(queue.moves <= count * 4)

            // Up to 4 comparisons a level on the way down, one to find the direction; and on the average one move of all that are in
            // the heap when it is split.
            let operations = 1_000
            var (comparisons, moves) = (queue.comparisons, queue.moves)
            for operation in 0..<operations {
                let place = Int.random(in: 0..<count, using: &random)
                if operation % 2 == 0 {
                    queue.move(slots[place], to: .random(in: 0..<1 << 40, using: &random))
                } else {
                    let payload = queue.remove(slots[place])
                    // The worst insert: before everything.
                    slots[place] = queue.insert(payload, deadline: 0)
                }
            }
            #expect(queue.comparisons - comparisons <= operations * 2 * (4 * depth + 2))
            #expect(queue.moves - moves <= operations * 2 * (depth + 2))

            // A level of the wheel is worth three of the heap.
            guard count <= 100_000 else { return }
            (comparisons, moves) = (queue.comparisons, queue.moves)
            while queue.count > 0 {
                var first: TimerEntry?
                var limit = queue.earliest ?? 0
                queue.forEach(notAfter: &limit) { entry, _, _ in first = entry }
                _ = queue.remove(first!.slot)
            }
            #expect(queue.comparisons - comparisons <= count * (4 * depth + 2))
            #expect(queue.moves - moves <= count * (depth + 2))
        }

        @Test(arguments: [UInt64(1_000_000_000), 60_000_000_000, 3_600_000_000_000], [32, 38, 44].map { UInt64($0) })
        func `no look at the front waits for thousands of entries that come later`(span: UInt64, boundary: UInt64) {
            var random = SeededGenerator(seed: boundary)
            var queue = TimerQueue<Int>()
            let count = Seeds.size(50_000, sanitized: 10_000)
            // Half of them lie behind a boundary of a level of the wheel: 4 seconds, 5 minutes, 5 hours.
            let start = UInt64(1) << boundary + 1 << 46 - span / 2
            var deadlines = (0..<count).map { _ in start + .random(in: 0..<span, using: &random) }
            var slots = deadlines.enumerated().map { queue.insert($0.offset, deadline: $0.element) }
            var most = 0
            var former: UInt64 = 0
            // Some go, and others come instead of them, while the rest is on its way.
            while queue.count > 0 {
                let before = queue.moves
                let earliest = queue.earliest ?? 0
                most = max(most, queue.moves - before)
                var first: TimerEntry?
                var limit = earliest
                queue.forEach(notAfter: &limit) { entry, _, _ in
                    if first.map({ TimerEntry.precedes(entry, $0) }) ?? true { first = entry }
                }
                guard let first else { break }
                let number = queue[first.slot]
                #expect(deadlines[number] == earliest && earliest >= former)
                former = earliest
                _ = queue.remove(first.slot)
                deadlines[number] = .max
                let other = Int.random(in: 0..<count, using: &random)
                guard deadlines[other] != .max else { continue }
                _ = queue.remove(slots[other])
                deadlines[other] = .max
                guard Int.random(in: 0..<4, using: &random) == 0 else { continue }
                deadlines[number] = earliest + .random(in: 0..<span / 4, using: &random)
                slots[number] = queue.insert(number, deadline: deadlines[number])
            }
            #expect(deadlines.allSatisfy { $0 == .max })
            #expect(most < 1_500)
        }
    #endif
}
