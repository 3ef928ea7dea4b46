import Testing

@testable import Mainspring

@Suite struct TimerHeapTests {
    /// What the heap has to agree with: an array, sorted by deadline and then by the time of the last change.
    private struct Model {
        struct Entry {
            var payload: Int
            var deadline: UInt64
            var change: Int
            var slot: TimerHeap<Int>.Slot
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
    private func drain(_ heap: inout TimerHeap<Int>) -> [Int] {
        var order: [Int] = []
        while let earliest = heap.earliest {
            var first: TimerHeap<Int>.Entry?
            var limit = earliest
            heap.forEach(notAfter: &limit) { entry, _, _ in
                if first.map({ TimerHeap<Int>.precedes(entry, $0) }) ?? true { first = entry }
            }
            order.append(heap.remove(first!.slot))
        }
        return order
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8].map { UInt64($0) } + [UInt64.random(in: .min ... .max)])
    func `random inserts, removals and moves agree with a sorted array`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var heap = TimerHeap<Int>()
        var model = Model()
        for step in 0..<4000 {
            let deadline = UInt64.random(in: 0..<40, using: &random)
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<5:
                let slot = heap.insert(step, deadline: deadline)
                model.entries.append(
                    .init(payload: step, deadline: deadline, change: model.nextChange(), slot: slot))
            case 5..<8:
                guard let place = model.entries.indices.randomElement(using: &random) else { continue }
                let entry = model.entries.remove(at: place)
                let removed = heap.remove(entry.slot)
                #expect(removed == entry.payload, "seed \(seed), step \(step)")
            default:
                guard let place = model.entries.indices.randomElement(using: &random) else { continue }
                heap.move(model.entries[place].slot, to: deadline)
                model.entries[place].deadline = deadline
                model.entries[place].change = model.nextChange()
            }
            let earliest = heap.earliest
            let count = heap.count
            #expect(count == model.entries.count, "seed \(seed), step \(step)")
            #expect(earliest == model.entries.map(\.deadline).min(), "seed \(seed), step \(step)")
            if step % 500 == 0 {
                var limit = deadline
                var visited: [Int] = []
                heap.forEach(notAfter: &limit) { _, payload, _ in visited.append(payload) }
                #expect(
                    visited.sorted() == model.entries.filter { $0.deadline <= deadline }.map(\.payload).sorted(),
                    "seed \(seed), step \(step)")
            }
        }
        var all: [Int] = []
        heap.forEachPayload { all.append($0) }
        #expect(all.sorted() == model.entries.map(\.payload).sorted(), "seed \(seed)")
        #expect(drain(&heap) == model.sorted.map(\.payload), "seed \(seed)")
    }

    @Test func `entries with equal deadlines come in the order of insertion, and a moved one becomes the last`() {
        var heap = TimerHeap<Int>()
        let slots = (0..<100).map { heap.insert($0, deadline: 7) }
        heap.move(slots[3], to: 7)
        #expect(drain(&heap) == (0..<100).filter { $0 != 3 } + [3])
    }

    @Test func `a walk leaves out what is later than a limit that falls on the way`() {
        var heap = TimerHeap<Int>()
        for deadline in 0..<1000 { _ = heap.insert(deadline, deadline: UInt64(deadline)) }
        var limit = UInt64.max
        var visited = 0
        heap.forEach(notAfter: &limit) { entry, _, limit in
            visited += 1
            limit = min(limit, 10)
        }
        #expect(visited == 11)
    }

    @Test func `the largest and the smallest deadline are in order`() {
        var heap = TimerHeap<Int>()
        _ = heap.insert(2, deadline: .max)
        _ = heap.insert(1, deadline: .max - 1)
        _ = heap.insert(0, deadline: 0)
        #expect(drain(&heap) == [0, 1, 2])
    }

    @Test func `payloads are released when they are removed, and the rest with the heap`() {
        let released = CallLog()
        do {
            var heap = TimerHeap<OnEnd>()
            let first = heap.insert(OnEnd { released.add("removed") }, deadline: 1)
            for _ in 0..<40 { _ = heap.insert(OnEnd { released.add("left") }, deadline: 2) }
            _ = heap.remove(first)
            #expect(released.take() == ["removed"])
        }
        #expect(released.count == 40)
    }

    #if DEBUG
        @Test(arguments: [1_000, 10_000, 100_000, 1_000_000])
        func `an operation compares and moves no more than the depth of the heap asks for`(count: Int) {
            var random = SeededGenerator(seed: 42)
            var heap = TimerHeap<Int>()
            // Four children a node.
            var depth = 0
            var reached = 1
            while reached < count {
                reached = reached * 4 + 1
                depth += 1
            }
            var slots: [TimerHeap<Int>.Slot] = []
            slots.reserveCapacity(count)
            for number in 0..<count {
                slots.append(heap.insert(number, deadline: .random(in: 0..<1 << 40, using: &random)))
            }
            // Random inserts rise little, on the average; the worst case is a rise to the root each time.
            #expect(heap.comparisons <= count * 3)
            #expect(heap.moves <= count * 4)

            // Up to 4 comparisons a level on the way down, one to find the direction.
            let operations = 1_000
            var comparisons = heap.comparisons
            var moves = heap.moves
            for operation in 0..<operations {
                let place = Int.random(in: 0..<count, using: &random)
                if operation % 2 == 0 {
                    heap.move(slots[place], to: .random(in: 0..<1 << 40, using: &random))
                } else {
                    let payload = heap.remove(slots[place])
                    // The worst insert: before everything.
                    slots[place] = heap.insert(payload, deadline: 0)
                }
                let compared = heap.comparisons - comparisons
                let moved = heap.moves - moves
                comparisons = heap.comparisons
                moves = heap.moves
                #expect(compared <= 2 * (4 * depth + 2), "operation \(operation)")
                #expect(moved <= 2 * (depth + 2), "operation \(operation)")
            }
        }
    #endif
}
