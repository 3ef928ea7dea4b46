import Dispatch
import Locks
import LoopWatchdog
import Mainspring
import XCTest

/// The main queue and the main actor in a backtrace; XCTest runs its tests on the main thread.
final class MainQueueBacktraceTests: XCTestCase {
    func test_theMainQueueIsServedThroughItsFunction() {
        let taken = Taken()
        DispatchQueue.main.async { taken.take() }
        check(taken)
    }

    func test_theMainActorIsServedThroughTheMainQueuesFunction() {
        let taken = Taken()
        Task { @MainActor in taken.take() }
        check(taken)
    }

    private func check(_ taken: Taken, line: UInt = #line) {
        while taken.symbols.isEmpty { _ = CFRunLoopRunInMode(.defaultMode, 10, true) }
        let callOut = taken.symbols.lazy.compactMap(CallOut.init(symbol:)).first
        XCTAssertEqual(callOut, .mainQueue, "\(taken.symbols)", line: line)
    }
}

/// The symbols of a stack that was taken while the main loop ran.
private final class Taken: Sendable {
    private let storage = Guarded<[String]>([])

    var symbols: [String] { storage.withLock { $0 } }

    func take() {
        let symbols = Backtrace.current().symbolicated().compactMap(\.symbol)
        storage.withLock { $0 = symbols }
    }
}
