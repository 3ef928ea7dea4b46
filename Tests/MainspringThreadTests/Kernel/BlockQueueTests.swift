import Locks
import SeededRandom
import Testing

@testable import Mainspring

@Suite struct BlockQueueTests {
    /// Calls what a batch holds, and lets it go.
    private func call(_ batch: BlockQueue.Batch, _ queue: inout BlockQueue) {
        var next = batch.head
        while let chunk = next {
            next = chunk.next
            while chunk.first < chunk.end {
                let item = chunk.items + chunk.first
                chunk.first += 1
                item.move().call()
            }
            queue.recycle(chunk)
        }
        queue.trim()
    }

    @Test(arguments: [0, 1, 47, 48, 49, 96, 97, 5_000, 20_000])
    func `blocks come in the order in which they were added`(count: Int) {
        var queue = BlockQueue()
        let log = Guarded<[Int]>([])
        // Twice, so that recycled chunks are used too.
        for _ in 0..<2 {
            for number in 0..<count { queue.append(.common) { log.withLock { $0.append(number) } } }
            #expect(queue.count == count)
            call(queue.takeAll(), &queue)
            #expect(queue.count == 0)
            #expect(log.withLock { $0 } == Array(0..<count))
            log.withLock { $0 = [] }
        }
    }

    @Test func `what was put back comes before what has come since, and room left in its chunk is used`() {
        var queue = BlockQueue()
        let log = CallLog()
        for number in 0..<3 { queue.append(.mode(0)) { log.add("old \(number)") } }
        let taken = queue.takeAll()
        queue.append(.mode(0)) { log.add("new") }
        queue.putBack(taken)
        #expect(queue.count == 4)
        call(queue.takeAll(), &queue)
        #expect(log.take() == ["old 0", "old 1", "old 2", "new"])

        queue.append(.mode(0)) { log.add("alone") }
        queue.putBack(queue.takeAll())
        queue.append(.mode(0)) { log.add("behind") }
        #expect(queue.count == 2)
        call(queue.takeAll(), &queue)
        #expect(log.take() == ["alone", "behind"])
    }

    @Test func `putting nothing back changes nothing`() {
        var queue = BlockQueue()
        queue.append(.common) {}
        queue.putBack(BlockQueue.Batch())
        #expect(queue.count == 1)
    }

    @Test(arguments: Seeds.first(1)) func `a random mixture of modes keeps each mode's order`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var queue = BlockQueue()
        let log = Guarded<[(mode: Int, number: Int)]>([])
        var posted = [0, 0, 0]
        for _ in 0..<200 {
            for _ in 0..<Int.random(in: 0..<400, using: &random) {
                let mode = Int.random(in: 0..<3, using: &random)
                let number = posted[mode]
                posted[mode] += 1
                queue.append(.mode(mode)) { log.withLock { $0.append((mode, number)) } }
            }
            let running = Int.random(in: 0..<3, using: &random)
            var others = BlockQueue.Batch()
            var next = queue.takeAll().head
            while let chunk = next {
                next = chunk.next
                while chunk.first < chunk.end {
                    let modes = chunk.modes[chunk.first]
                    let item = (chunk.items + chunk.first).move()
                    chunk.first += 1
                    if modes == .mode(running) { item.call() } else { queue.append(modes, item, to: &others) }
                }
                queue.recycle(chunk)
            }
            queue.putBack(others)
        }
        call(queue.takeAll(), &queue)
        for mode in 0..<3 {
            let numbers: [Int] = log.withLock { $0.filter { $0.mode == mode }.map(\.number) }
            #expect(numbers == Array(0..<posted[mode]), "seed \(seed)")
        }
    }

    @Test func `a closure is let go after its call, after a discard, and with the queue`() {
        let log = CallLog()
        func capturing(_ name: String) -> () -> Void {
            let object = OnEnd { log.add(name) }
            return { withExtendedLifetime(object) {} }
        }
        do {
            var queue = BlockQueue()
            queue.append(.common, capturing("called"))
            call(queue.takeAll(), &queue)
            #expect(log.take() == ["called"])
            queue.append(.common, capturing("discarded"))
            BlockQueue.discard(queue.takeAll())
            #expect(log.take() == ["discarded"])
            for _ in 0..<400 { queue.append(.common, capturing("left")) }
        }
        #expect(log.count(of: "left") == 400)
    }

    @Test func `it knows whether it holds a block for a mode`() {
        var queue = BlockQueue()
        for _ in 0..<500 { queue.append(.mode(1)) {} }
        queue.append(.mode(2)) {}
        #expect(queue.contains { $0 == .mode(2) })
        #expect(!queue.contains { $0 == .mode(3) })
    }
}
