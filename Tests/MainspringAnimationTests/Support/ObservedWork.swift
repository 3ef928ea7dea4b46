import Foundation
import Testing

/// A thread without a loop that does something and ends; whoever waits for it is told when it has.
final class ObservedWork: Sendable {
    private let over = Handshake("a thread's end")

    init(_ body: @escaping @Sendable () -> Void) {
        let over = over
        Thread {
            body()
            over.tell()
        }.start()
    }

    func wait() {
        do { try over.wait() } catch { Issue.record(error) }
    }
}
