import Foundation
import Locks
import Mainspring
import Testing

@testable import MainspringAnimation

/// A host that goes while frames are made of it on a thread of its own.
@Suite(.timeLimit(.minutes(2))) struct HostEndThreadTests {
    private final class Box: @unchecked Sendable {
        // `@unchecked Sendable`: one thread after the other uses it; they meet at handshakes.
        var host: LayerHost?
        weak var core: LayerHostCore?
    }

    /// A host with a layer that moves for ever, frames of which are made on a thread.
    private static func movingHost(_ root: CALayer = CALayer()) -> LayerHost {
        let host = LayerHost(framesPerSecond: 1000)
        host.layer = root
        let layer = CALayer()
        root.addSublayer(layer)
        CATransaction.flush()
        layer.add(basic(from: 0, to: 1, duration: 3600), forKey: nil)
        return host
    }

    @Test func `it does not wait for what it calls, and calls nobody afterwards`() throws {
        let thread = RunLoopThread(name: "layers")
        defer { thread.stop() }
        let isCalled = Handshake("a frame")
        let mayEnd = Handshake("the host's end")
        let hasEnded = Handshake("the call's end")
        let calls = Guarded(0)
        let failure = Guarded<(any Error)?>(nil)
        try thread.performAndWait {
            let box = Box()
            box.host = Self.movingHost()
            let core = box.host?.core
            box.host?.onFrame = { _ in
                calls.withLock { $0 += 1 }
                isCalled.tell()
                // As one does that needs a lock which the thread of the layers holds.
                do { try mayEnd.wait(seconds: 20) } catch { failure.withLock { $0 = error } }
                hasEnded.tell()
            }
            CATransaction.flush()
            try isCalled.wait()
            box.host = nil
            mayEnd.tell()
            try hasEnded.wait()
            core?.makeFrame(at: 10_000)
            #expect(core?.onFrame == nil)
        }
        #expect(failure.withLock { $0 == nil })
        #expect(calls.withLock { $0 } == 1)
    }

    /// Says on which thread it goes.
    private final class Going: CALayer {
        var tell: ((String?) -> Void)?
        deinit { tell?(Thread.current.name) }
    }

    @Test func `a call that lets go of it last does not wait for itself, and the layers leave it on their own thread`()
        throws
    {
        let thread = RunLoopThread(name: "layers")
        defer { thread.stop() }
        let isOver = Handshake("the layers' leaving")
        let name = Guarded<String?>(nil)
        let box = Box()
        let mayLetGo = Handshake("the handing over")
        let hasLetGo = Handshake("the letting go")
        try thread.performAndWait {
            let root = Going()
            root.tell = {
                let said = $0
                name.withLock { $0 = said }
                isOver.tell()
            }
            let host = Self.movingHost(root)
            box.core = host.core
            box.host = host
            host.onFrame = { _ in
                guard box.host != nil else { return }
                do { try mayLetGo.wait() } catch { return }
                box.host = nil
                hasLetGo.tell()
            }
            CATransaction.flush()
        }
        mayLetGo.tell()
        try hasLetGo.wait()
        try isOver.wait()
        #expect(name.withLock { $0 } == "layers")
    }

    @Test func `on a virtual clock a call that lets go of it ends the frames in place`() throws {
        let clock = VirtualClock()
        let thread = RunLoopThread(name: "layers", clock: clock)
        defer { thread.stop() }
        try thread.performAndWait {
            let box = Box()
            let calls = Guarded(0)
            let root = CALayer()
            do {
                let host = LayerHost(clock: clock)
                host.layer = root
                box.host = host
                host.onFrame = { _ in
                    calls.withLock { $0 += 1 }
                    box.host = nil
                }
            }
            root.opacity = 0.5
            CATransaction.flush()
            CFRunLoopRunInMode(.defaultMode, 1, false)
            CFRunLoopRunInMode(.defaultMode, 1, false)
            #expect(calls.withLock { $0 } == 1 && box.host == nil)
            #expect(root.presentation() == nil && root.context == nil)
        }
    }
}
