import FoundationRunLoop
import XCTest

/// The main thread's loop at Foundation's level; XCTest runs its tests on that thread.
///
/// Nothing here runs in the tracking mode, which would stay common for all tests that use the main loop after it.
final class RunLoopMainThreadTests: XCTestCase {
    func test_theMainThreadsLoopIsMain() {
        let loop: RunLoop = RunLoop.current
        XCTAssertTrue(loop === RunLoop.main)
        XCTAssertTrue(loop.getCFRunLoop() === CFRunLoopGetMain())
        XCTAssertNil(loop.currentMode)
    }

    func test_theMainModesAreNeverEmpty() {
        XCTAssertTrue(RunLoop.main.run(mode: .default, before: .distantPast))
        XCTAssertFalse(RunLoop.main.run(mode: RunLoop.Mode("never seen"), before: .distantPast))
    }

    func test_aTimerOfTheMainLoopFiresOnTheMainThread() {
        let fired = expectation(description: "fired")
        Timer.scheduledTimer(withTimeInterval: 0.001, repeats: false) { (timer: Timer) in
            XCTAssertTrue(Thread.isMainThread)
            XCTAssertEqual(RunLoop.current.currentMode, .default)
            fired.fulfill()
            CFRunLoopStop(CFRunLoopGetMain())
        }
        CFRunLoopRun()
        wait(for: [fired], timeout: 0)
    }

    func test_othersPerformOnTheMainThreadAndWait() {
        let order = Order()
        // The two that nobody waits for may come in either order: the last one ends the run.
        let note: @Sendable (String) -> Void = { entry in
            order.append(entry)
            if order.entries.count == 4 { CFRunLoopStop(CFRunLoopGetMain()) }
        }
        Thread {
            do {
                try RunLoop.perform(on: Thread.mainThread, waitUntilDone: true) { order.append("waited for") }
                order.append("returned")
                try RunLoop.perform(on: CFRunLoopGetMain(), waitUntilDone: false) { note("sent") }
                RunLoop.main.perform(inModes: [.common]) { note("block") }
            } catch {
                note(String(describing: error))
            }
        }.start()
        CFRunLoopRun()
        XCTAssertEqual(order.entries.prefix(2), ["waited for", "returned"])
        XCTAssertEqual(Set(order.entries.dropFirst(2)), ["sent", "block"])
    }

    func test_waitingOnTheMainThreadFromTheMainThreadCallsAtOnce() throws {
        let order = Order()
        try RunLoop.perform(on: Thread.mainThread, waitUntilDone: true) { order.append("at once") }
        XCTAssertEqual(order.entries, ["at once"])
    }
}
