import Dispatch

/// Where one thread waits for another: as long as a machine may need, but not for ever.
final class Handshake: Sendable {
    /// Nobody came.
    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    private let semaphore = DispatchSemaphore(value: 0)
    private let name: String

    /// - Parameter name: What is waited for, as a sentence goes on.
    init(_ name: String) { self.name = name }

    /// Lets one go on who waits, or will wait.
    func tell() { semaphore.signal() }

    /// Waits until it was told so often. Throws where that takes longer than the limit.
    func wait(_ count: Int = 1, seconds: Int = 60) throws {
        for number in 0..<count where semaphore.wait(timeout: .now() + .seconds(seconds)) == .timedOut {
            throw Missing(description: "waited \(seconds) s for \(name), number \(number + 1) of \(count), in vain")
        }
    }
}
