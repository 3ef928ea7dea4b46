import FoundationRunLoop
import Testing

// This file imports the module alone: its names are unambiguous without aliases, and Foundation's others are there.

@Suite struct `Names in a file that imports FoundationRunLoop alone` {
    final class Receiver: PortDelegate {
        func handle(_ message: PortMessage) {}
    }

    @Test func `RunLoop, Timer and Port are ours in type annotations and expressions`() {
        let loop: RunLoop = RunLoop.main
        let timer: Timer = Timer(timeInterval: 1, repeats: false) { (_: Timer) in }
        let port: Port = Port()
        let mode: RunLoop.Mode = .tracking
        loop.add(timer, forMode: RunLoop.Mode("names"))
        loop.add(port, forMode: RunLoop.Mode("names"))
        loop.remove(port, forMode: RunLoop.Mode("names"))
        timer.invalidate()
        #expect(type(of: loop) == FoundationRunLoop.RunLoop.self)
        #expect(type(of: timer) == FoundationRunLoop.Timer.self)
        #expect(type(of: port) == FoundationRunLoop.Port.self)
        #expect(mode.rawValue == "UITrackingRunLoopMode")
    }

    @Test func `Date, Thread, NotificationCenter and the CoreFoundation level come along`() {
        let date: Date = .distantFuture
        let thread: Thread = .current
        let center: NotificationCenter = .default
        let loop: CFRunLoop = RunLoop.main.getCFRunLoop()
        #expect(date > Date(timeIntervalSinceReferenceDate: 0))
        #expect(!thread.isFinished)
        #expect(center === NotificationCenter.default)
        #expect(loop === CFRunLoopGetMain())
    }
}
