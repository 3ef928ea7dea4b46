import Dispatch
import Foundation

/// A thread without a loop that does something and ends; whoever waits for it is told when it has.
final class ObservedWork: Sendable {
    private let over = DispatchSemaphore(value: 0)

    init(_ body: @escaping @Sendable () -> Void) {
        let over = over
        Thread {
            body()
            over.signal()
        }.start()
    }

    func wait() { over.wait() }
}
