internal import Foundation
internal import Locks

/// How far an asynchronous request is. Belongs to its context's queue; any thread may cancel it.
final class FetchProgress: Progress, @unchecked Sendable {
    // `@unchecked Sendable`: as the superclass, and a lock guards what this adds.

    private struct Cancelling {
        let body: @Sendable () -> Void
    }

    private let cancelling = Guarded<Cancelling?>(nil)

    /// A part of the progress that is the thread's current one.
    /// - Parameter count: how many results are to be expected; 0 where nobody knows.
    init(expecting count: Int) {
        super.init(parent: .current(), userInfo: nil)
        totalUnitCount = count > 0 ? Int64(count) : -1
    }

    /// Calls a closure when it is cancelled, at once if it has been: on the thread that does it.
    func onCancel(_ body: @escaping @Sendable () -> Void) {
        cancelling.withLock { $0 = Cancelling(body: body) }
        if isCancelled { body() }
    }

    override func cancel() {
        super.cancel()
        cancelling.withLock { $0 }?.body()
    }

    // MARK: Steps

    /// So many results have been read. It is finished when there are objects of them.
    func move(to count: Int, of total: Int) {
        let total = Int64(max(1, total))
        set(min(Int64(count), total - 1), of: total)
    }

    /// The request has ended with so many results.
    func finish(_ count: Int) {
        let total = Int64(max(1, count))
        set(total - 1, of: total)
        completedUnitCount = total
    }

    /// Never finishes it on the way: whatever it is a part of would count it twice.
    private func set(_ count: Int64, of total: Int64) {
        if completedUnitCount >= total { completedUnitCount = total - 1 }
        if totalUnitCount != total { totalUnitCount = total }
        if completedUnitCount < count { completedUnitCount = count }
    }
}
