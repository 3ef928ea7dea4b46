import Foundation
import Locks
import LoopWatchdog
import Mainspring
import SequentialListing
import Testing

@testable import MainspringAnimation

/// A listing that waits for its animations in `CFRunLoopRun`, inside a call-out: it keeps that call-out, and all that waits for its end,
/// until it is over.
@Suite struct BlockedCallOutThreadTests {
    @Test func `meanwhile the events of the mode are handled, in the order in which they come`() throws {
        try onStage { stage in
            let listing = SequentialAnimations(stage.addLayer())
            let loop: CFRunLoop = CFRunLoopGetCurrent()
            let pipe = Pipe()
            let events = try FileDescriptorSource(
                fileDescriptor: pipe.fileHandleForReading.fileDescriptor, events: .readable
            ) { _ in
                _ = pipe.fileHandleForReading.availableData
                stage.log.append("event at \(stage.now)")
            }
            CFRunLoopAddSource(loop, events.source, .defaultMode)
            let writing: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, 0.5, 0.75, 0, 0) { _ in
                pipe.fileHandleForWriting.write(Data("event".utf8))
            }
            CFRunLoopAddTimer(loop, writing, .defaultMode)
            CFRunLoopPerformBlock(loop, CFRunLoopMode.defaultMode) {
                listing.doAnimationsSequentially()
                stage.log.append("listing over at \(stage.now)")
            }
            stage.run(for: 2.5)
            CFRunLoopTimerInvalidate(writing)
            events.invalidate()
            #expect(stage.log.prefix(2) == ["event at 0.5", "event at 1.25"])
            #expect(stage.log.contains("listing over at 2.0"))
        }
    }

    @Test func `what belongs to another mode waits until the call-out is over`() throws {
        try onStage { stage in
            let listing = SequentialAnimations(stage.addLayer())
            let loop: CFRunLoop = CFRunLoopGetCurrent()
            let mode = CFRunLoopMode("another")
            let ticking: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, 0.5, 0.5, 0, 0) { _ in
                stage.log.append("tick at \(stage.now)")
            }
            CFRunLoopAddTimer(loop, ticking, mode)
            let call: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, 0.25, 0, 0, 0) { _ in
                listing.doAnimationsSequentially()
                stage.log.append("listing over at \(stage.now)")
            }
            CFRunLoopAddTimer(loop, call, mode)
            CFRunLoopRunInMode(mode, 3, false)
            CFRunLoopTimerInvalidate(ticking)
            #expect(stage.log.first?.hasPrefix("listing over at 2.2") == true)
            #expect(stage.log.count > 1 && stage.log.dropFirst().allSatisfy { $0.hasPrefix("tick") })
        }
    }

    @Test func `a listing inside a listing's call-out goes first`() throws {
        try onStage { stage in
            let outer = SequentialAnimations(stage.addLayer())
            let inner = SequentialAnimations(stage.addLayer(), duration: 0.25)
            let call: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, 0.125, 0, 0, 0) { _ in
                inner.doAnimationsSequentially()
                stage.log.append("inner over")
            }
            CFRunLoopAddTimer(CFRunLoopGetCurrent(), call, .defaultMode)
            outer.doAnimationsSequentially()
            #expect(stage.log == ["inner over"])
            #expect(outer.moments == ["first over at 1.0", "second over at 2.0"])
        }
    }

    @Test func `the watchdog names the call-out that the listing holds up`() throws {
        let thread = RunLoopThread(name: "blocked")
        defer { thread.stop() }
        let reports = Guarded<[StopReport]>([])
        // Each of the listing's runs lasts until the watchdog has found it, however fast the machine is.
        let watchdog = Watchdog(thread.loop, limit: .milliseconds(20)) { [loop = thread.loop] report in
            reports.withLock { $0.append(report) }
            if report.isHeldUp, !report.isOver { CFRunLoopStop(loop) }
        }
        try watchdog.start()
        try thread.performAndWait {
            let host = LayerHost(framesPerSecond: 1000)
            let layer = CALayer()
            host.layer = CALayer()
            host.layer?.addSublayer(layer)
            CATransaction.flush()
            let loop: CFRunLoop = CFRunLoopGetCurrent()
            let call: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, 0, 0, 0, 0) { _ in
                SequentialAnimations(layer, duration: 3600).doAnimationsSequentially()
                CFRunLoopStop(loop)
            }
            CFRunLoopAddTimer(loop, call, .defaultMode)
            CFRunLoopRun()
        }
        watchdog.stop()
        let held = reports.withLock { $0 }.filter(\.isHeldUp)
        #expect(held.contains { $0.callOut == .timer && $0.duration >= .milliseconds(20) })
        #expect(held.contains { $0.description.contains("goes round inside a timer's callback") })
    }
}
