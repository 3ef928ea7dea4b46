import Foundation
import FoundationRunLoop
import Testing

// This file imports Foundation by itself: the alias lines of the documentation say which types are meant.
private typealias RunLoop = FoundationRunLoop.RunLoop
private typealias Timer = FoundationRunLoop.Timer
private typealias Port = FoundationRunLoop.Port
private typealias MessagePort = FoundationRunLoop.MessagePort
private typealias PortMessage = FoundationRunLoop.PortMessage
private typealias PortDelegate = FoundationRunLoop.PortDelegate

@Suite struct `Names in a file that imports Foundation too` {
    private final class Receiver: PortDelegate {
        func handle(_ message: PortMessage) {}
    }

    @Test func `with the aliases RunLoop, Timer and Port are ours`() {
        let loop: RunLoop = RunLoop.main
        let timer: Timer = Timer(timeInterval: 1, repeats: false) { (_: Timer) in }
        let port: Port = MessagePort()
        let receiver: any PortDelegate = Receiver()
        port.setDelegate(receiver)
        loop.add(timer, forMode: RunLoop.Mode("aliases"))
        timer.invalidate()
        #expect(loop.getCFRunLoop() === CFRunLoopGetMain())
        #expect(type(of: timer) == FoundationRunLoop.Timer.self)
        #expect(type(of: port) == FoundationRunLoop.MessagePort.self)
    }

    @Test func `Foundation's own stay within reach by their full names`() {
        let foundation: Foundation.RunLoop = Foundation.RunLoop.main
        #expect(type(of: foundation) == Foundation.RunLoop.self)
    }
}
