internal import Dispatch

/// Blocks that were destroyed without having been called: at the end of the thread, or when the last one lets go of the loop.
final class DiscardedBlocks: @unchecked Sendable {
    // `@unchecked Sendable`: `gate` guards `ids`.

    private let gate = DispatchSemaphore(value: 1)
    private var ids: [Int] = []

    /// Notes one.
    func append(_ id: Int) {
        gate.wait()
        ids.append(id)
        gate.signal()
    }

    /// Those noted so far.
    var all: [Int] {
        gate.wait()
        defer { gate.signal() }
        return ids
    }

    /// Waits until so many are there, a second at most: a timer of libdispatch may hold on to the real loop for a moment.
    func wait(for count: Int) -> [Int] {
        for _ in 0..<1000 where all.count < count {
            _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(1))
        }
        return all
    }

    /// Tells when a block is destroyed without having been called.
    final class Token {
        var wasCalled = false
        private let id: Int
        private let list: DiscardedBlocks

        init(_ id: Int, _ list: DiscardedBlocks) {
            self.id = id
            self.list = list
        }

        deinit { if !wasCalled { list.append(id) } }
    }
}
