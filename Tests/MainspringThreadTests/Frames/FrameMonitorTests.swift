import Testing

@testable import Mainspring

/// A monitor on a loop whose clock is a virtual one, which the test holds for the wall clock too.
@Suite struct FrameMonitorTests {
    @Test func `frames that a call-out takes are missed, and it is the longest stop`() throws {
        let report = try onVirtualLoop { loop in
            let start = loop.clock.uptime
            // What a call-out takes beside what the clock says.
            nonisolated(unsafe) var work = Duration.zero
            let monitor = FrameMonitor(loop, framesPerSecond: 100) { .nanoseconds(loop.clock.uptime - start) + work }
            let busy: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, loop.clock.absoluteTime + 0.105, 0, 0, 0) {
                _ in work += .milliseconds(50)
            }
            CFRunLoopAddTimer(loop, busy, CFRunLoopMode.defaultMode)
            CFRunLoopRunInMode(.defaultMode, 0.205, false)
            return monitor.stop()
        }
        #expect(report.longestStop == .milliseconds(50) && report.longestCallOut == .milliseconds(50))
        // Of 25 frames those go by that lie within the call-out.
        #expect(report.due == 25 && report.missed == 5)
        #expect(report.missedShare == 0.2)
    }

    @Test func `a loop that has nothing to do misses nothing, and a stopped monitor sees nothing more`() throws {
        let reports = try onVirtualLoop { loop in
            let start = loop.clock.uptime
            let monitor = FrameMonitor(loop, framesPerSecond: 50) { .nanoseconds(loop.clock.uptime - start) }
            CFRunLoopRunInMode(.defaultMode, 1.01, false)
            let first = monitor.stop()
            CFRunLoopRunInMode(.defaultMode, 1, false)
            return [first, monitor.report]
        }
        #expect(reports[0] == FrameReport(due: 50, shown: 50, longestStop: .zero, longestCallOut: .zero))
        #expect(reports[1] == reports[0])
    }

    @Test func `a stop that goes on when the report is made is in it`() throws {
        let reports = try onVirtualLoop { loop in
            let start = loop.clock.uptime
            nonisolated(unsafe) var work = Duration.zero
            let monitor = FrameMonitor(loop, framesPerSecond: 100) { .nanoseconds(loop.clock.uptime - start) + work }
            CFRunLoopRunInMode(.defaultMode, 0.105, false)
            work += .milliseconds(50)
            return [monitor.report, monitor.stop(), monitor.report]
        }
        #expect(reports.allSatisfy { $0.longestStop == .milliseconds(50) && $0.longestCallOut == .milliseconds(50) })
    }
}
