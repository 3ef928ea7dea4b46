import Glibc
import Locks
import LoopWatchdog
import Testing

@testable import Mainspring

/// The watchdog on loops, real and virtual.
@Suite(.interruptsThreads, .timeLimit(.minutes(5))) struct LoopWatchdogReleaseTests {
    @Test func `names the timer's callback that a loop hangs in`() throws {
        let reports = Mailbox<StopReport>()
        let release = Flag()
        let thread = TestThread {
            let loop = LoopTable.makeCurrent(clock: nil)
            loop.beat.rename("worker")
            let watchdog = Watchdog(loop.beat, limit: .milliseconds(1), captureTimeout: patience) { reports.put($0) }
            try watchdog.start()
            var context = CFRunLoopTimerContext()
            context.info = Unmanaged.passUnretained(release).toOpaque()
            CFRunLoopAddTimer(
                loop, CFRunLoopTimerCreate(nil, 0, 0, 0, 0, { _, info in hangingTimer(info) }, &context), .defaultMode)
            loop.run(for: 1e10)
            watchdog.stop()
        }
        let report = reports.take { $0.callOut == .timer }
        #expect(report.loopName == "worker")
        #expect(report.frames.contains { $0.name?.contains("hangingTimer") == true })
        // The closure that the loop calls; an optimizer makes it one with the function that it calls.
        let names = ["LoopWatchdogReleaseTests", "hangingTimer"]
        #expect(names.contains { report.function?.contains($0) == true })
        release.raise()
        try thread.join()
    }

    @Test func `does not take a sleep for a stop, nor what comes after a run`() throws {
        let reports = Guarded<[StopReport]>([])
        try onThread {
            let loop = LoopTable.makeCurrent(clock: nil)
            loop.keepAlive(.defaultMode)
            // Longer than any machine holds a thread up, so that what is reported is the loop's doing.
            let watchdog = Watchdog(loop.beat, limit: .seconds(120)) { report in reports.withLock { $0.append(report) }
            }
            try watchdog.start()
            #expect(loop.beat.read().isResting)
            loop.run(for: 0.001)
            #expect(loop.beat.read().isResting)
            CFRunLoopPerformBlock(loop, CFRunLoopMode.defaultMode.rawValue) {
                #expect(!loop.beat.read().isResting)
                let before = loop.beat.read().number
                loop.run(for: 0.001)
                // The block goes on, and its time is counted from here.
                #expect(!loop.beat.read().isResting)
                #expect(loop.beat.read().number > before)
            }
            loop.poll()
            #expect(loop.beat.read().isResting)
            watchdog.stop()
        }
        #expect(reports.withLock { $0.isEmpty })
    }

    @Test func `knows when the loop's thread has ended`() throws {
        let loop = try onThread {
            let loop = LoopTable.makeCurrent(clock: nil)
            loop.poll()
            loop.keepAlive(.defaultMode)
            loop.poll()
            #expect(loop.beat.threadID != 0)
            return loop
        }
        #expect(loop.beat.threadID == 0)
    }
}

@inline(never)
private func hangingTimer(_ info: UnsafeMutableRawPointer?) {
    guard let info else { return }
    // Comes round once, as with a nested run, so that there is a stop which began in here.
    CFRunLoopGetCurrent()?.beat.tick()
    Unmanaged<Flag>.fromOpaque(info).takeUnretainedValue().spin()
    _ = getppid()
}
