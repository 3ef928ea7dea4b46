import Mainspring
import XCTest

/// Runs that are measured on the main loop, with an idle control beside; the clock is the real one, and nothing depends on how fast it is.
final class FrameMeasurementTests: XCTestCase {
    /// Runs the main loop until a task has ended.
    private func runMain(_ body: @escaping @MainActor () async throws -> Void) {
        Task { @MainActor in
            do { try await body() } catch { XCTFail("\(error)") }
            CFRunLoopStop(CFRunLoopGetMain())
        }
        XCTAssertEqual(CFRunLoopRunInMode(.defaultMode, 30, false), .stopped)
    }

    func testARunIsMeasuredOnceBesideASteadyControl() {
        runMain {
            var runs = 0
            let measured = await FrameMonitor.measure(control: .milliseconds(50), steady: .seconds(20)) {
                runs += 1
                await Task.yield()
                return "value"
            }
            XCTAssertEqual(runs, 1)
            XCTAssertEqual(measured.value, "value")
            XCTAssertTrue(measured.isSteady)
            XCTAssertGreaterThan(measured.control.due, 0)
            XCTAssertLessThanOrEqual(measured.frames.longestCallOut, measured.frames.longestStop)
        }
    }

    func testWhereTheIdleLoopStopsTooLongBothAreRepeatedAndThatIsSaid() {
        runMain {
            var runs = 0
            // No loop stops for less than nothing.
            let measured = await FrameMonitor.measure(
                control: .milliseconds(20), steady: .nanoseconds(-1), attempts: 3
            ) { runs += 1 }
            XCTAssertEqual(runs, 3)
            XCTAssertFalse(measured.isSteady)
        }
    }

    func testWhatARunThrowsEndsTheMeasurement() {
        struct Failure: Error {}
        runMain {
            do {
                _ = try await FrameMonitor.measure(control: .milliseconds(20), steady: .seconds(20)) { throw Failure() }
                XCTFail("Nothing was thrown.")
            } catch {
                XCTAssertTrue(error is Failure)
            }
        }
    }
}
