import Dispatch
import FoundationRunLoop
import Locks
import XCTest

/// The main queue, and Foundation's loop in ours, in a trace; XCTest runs its tests on the main thread.
final class MainQueueTraceTests: XCTestCase {
    /// The main loop's slices while a closure is called.
    private func slices(_ body: () -> Void) -> [TraceEvent] {
        while CFRunLoopRunInMode(.defaultMode, 0, true) == .handledSource {}
        let recorder = TraceRecorder(eventsPerThread: 4096, threads: 64)
        recorder.start()
        body()
        recorder.stop()
        return recorder.events().filter { $0.category == "loop" && $0.thread == getpid() }
    }

    func test_whatTheMainQueueHasIsASliceOfTheTrace() {
        let done = expectation(description: "both were called")
        done.expectedFulfillmentCount = 2
        let slices = slices {
            DispatchQueue.main.async { done.fulfill() }
            Task { @MainActor in done.fulfill() }
            for _ in 0..<10 { CFRunLoopRunInMode(.defaultMode, 0.01, true) }
        }
        wait(for: [done], timeout: 0)
        XCTAssertTrue(
            slices.contains {
                $0.name == "main queue" && $0.arguments == [.init("mode", .text("kCFRunLoopDefaultMode"))]
            }, "\(slices)")
    }

    func test_aRoundOfFoundationsLoopIsASliceOfTheTrace() {
        let slept = Guarded(false)
        let slices = slices {
            let timer = Foundation.Timer(timeInterval: 0.01, repeats: false) { _ in
                Thread.sleep(forTimeInterval: 0.02)
                slept.withLock { $0 = true }
            }
            Foundation.RunLoop.main.add(timer, forMode: .default)
            let end = Date(timeIntervalSinceNow: 60)
            while !slept.withLock({ $0 }), Date() < end { CFRunLoopRunInMode(.defaultMode, 0.1, false) }
        }
        XCTAssertTrue(slept.withLock { $0 })
        let longest = slices.filter { $0.name == "Foundation's loop" }.map(\.duration).max() ?? 0
        XCTAssertGreaterThanOrEqual(longest, 20_000_000, "\(slices)")
    }
}

extension TraceEvent {
    /// Nanoseconds.
    fileprivate var duration: UInt64 { if case .slice(let end) = kind { end - start } else { 0 } }
}
