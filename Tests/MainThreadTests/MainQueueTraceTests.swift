import Dispatch
import FoundationRunLoop
import Locks
import XCTest

/// The main queue, and Foundation's loop in ours, in a trace; XCTest runs its tests on the main thread.
final class MainQueueTraceTests: XCTestCase {
    /// What the main thread records while a closure is called.
    private func events(_ body: () -> Void) -> [TraceEvent] {
        while CFRunLoopRunInMode(.defaultMode, 0, true) == .handledSource {}
        let recorder = TraceRecorder(eventsPerThread: 4096, threads: 64)
        recorder.start()
        body()
        recorder.stop()
        return recorder.events().filter { $0.thread == getpid() }
    }

    func test_whatTheMainQueueHasIsASliceOfTheTrace() {
        let done = expectation(description: "both were called")
        done.expectedFulfillmentCount = 2
        let events = events {
            DispatchQueue.main.async { done.fulfill() }
            Task { @MainActor in done.fulfill() }
            for _ in 0..<10 { CFRunLoopRunInMode(.defaultMode, 0.01, true) }
        }
        wait(for: [done], timeout: 0)
        XCTAssertTrue(
            events.contains {
                $0.category == "loop" && $0.name == "main queue"
                    && $0.arguments == [.init("mode", .text("kCFRunLoopDefaultMode"))]
            }, "\(events)")
    }

    func test_aRoundOfFoundationsLoopIsASliceOfTheTrace() throws {
        let called = Guarded(false)
        let events = events {
            let timer = Foundation.Timer(timeInterval: 0.01, repeats: false) { _ in
                Signposter(category: "test").withIntervalSignpost("called") { called.withLock { $0 = true } }
            }
            Foundation.RunLoop.main.add(timer, forMode: .default)
            let end = Date(timeIntervalSinceNow: 60)
            while !called.withLock({ $0 }), Date() < end { CFRunLoopRunInMode(.defaultMode, 0.1, false) }
        }
        let call = try XCTUnwrap(events.first { $0.category == "test" }, "\(events)")
        let rounds = events.filter { $0.category == "loop" && $0.name == "Foundation's loop" }
        XCTAssertTrue(rounds.contains { $0.start <= call.start && call.end <= $0.end }, "\(events)")
    }
}

extension TraceEvent {
    /// When it was over, in nanoseconds.
    fileprivate var end: UInt64 { if case .slice(let end) = kind { end } else { start } }
}
