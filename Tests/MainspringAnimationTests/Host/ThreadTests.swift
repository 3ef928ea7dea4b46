import Foundation
import Locks
import Mainspring
import Testing

@testable import MainspringAnimation

/// A layer on its way from one thread to another.
private final class Parcel: @unchecked Sendable {
    // `@unchecked Sendable`: who hands it over does not touch it any more.

    let layer: CALayer
    init(_ layer: CALayer) { self.layer = layer }
}

@Suite struct ThreadTests {
    @Test func `layers that a worker has built are handed over after its commit`() throws {
        let parcel = try onStage { worker in
            let top = CALayer()
            worker.root.addSublayer(top)
            for index in 0..<20 {
                let layer = worker.addLayer(in: top)
                layer.position.x = Double(index)
            }
            CATransaction.flush()
            top.removeFromSuperlayer()
            CATransaction.flush()
            return Parcel(top)
        }
        try onStage { stage in
            stage.root.addSublayer(parcel.layer)
            CATransaction.flush()
            #expect(parcel.layer.sublayers?.last?.presentation()?.position.x == 19)
            parcel.layer.opacity = 0
            stage.run(for: 1)
            #expect(parcel.layer.presentation()?.opacity == 0)
        }
    }

    @Test func `a whole host is handed over after its commit`() throws {
        final class Whole: @unchecked Sendable {
            // `@unchecked Sendable`: one thread after the other uses it.
            var stage: Stage?
        }
        let clock = VirtualClock()
        let threads = [RunLoopThread(name: "one", clock: clock), RunLoopThread(name: "two", clock: clock)]
        let whole = Whole()
        try threads[0].performAndWait {
            whole.stage = Stage(clock)
            let layer = whole.stage?.addLayer()
            layer?.opacity = 0.5
            CATransaction.flush()
        }
        try threads[1].performAndWait {
            let stage = whole.stage
            whole.stage = nil
            let layer = stage?.root.sublayers?.first
            layer?.position.x = 5
            stage?.run(for: 1)
            #expect(layer?.presentation()?.position.x == 5)
            #expect(layer?.presentation()?.opacity == 0.5)
            #expect(layer?.animationKeys() == nil)
        }
        for thread in threads { thread.stop() }
    }

    @Test(arguments: [false, true])
    func `an animation that ends after its tree was handed over is let go of by the new owner`(isChanging: Bool) throws
    {
        final class Handed: @unchecked Sendable {
            // `@unchecked Sendable`: one thread after the other uses it.
            var stage: Stage?
            var layer: CALayer?
            weak var delegate: EndCounter?
        }
        final class EndCounter: CAAnimationDelegate {
            let ends: Guarded<[Bool]>
            init(_ ends: Guarded<[Bool]>) { self.ends = ends }
            func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { ends.withLock { $0.append(flag) } }
        }
        let clock = VirtualClock()
        let threads = [RunLoopThread(name: "one", clock: clock), RunLoopThread(name: "two", clock: clock)]
        defer { for thread in threads { thread.stop() } }
        let handed = Handed()
        let ends = Guarded<[Bool]>([])
        try threads[0].performAndWait {
            let stage = Stage(clock)
            handed.stage = stage
            handed.layer = stage.addLayer()
            let animation = CABasicAnimation(keyPath: "opacity")
            animation.fromValue = 0
            animation.duration = 0.5
            let delegate = EndCounter(ends)
            handed.delegate = delegate
            animation.delegate = delegate
            handed.layer?.add(animation, forKey: "fade")
            CATransaction.flush()
        }
        try threads[1].performAndWait {
            handed.stage?.root.opacity = 0.5
            CATransaction.flush()
            // A change that is not committed when the animation ends.
            if isChanging { CATransaction.begin() }
            if isChanging { handed.stage?.root.opacity = 1 }
            handed.stage?.run(for: 1)
        }
        // What the first thread has heard, it passes on to the second.
        try threads[0].performAndWait { _ = CFRunLoopRunInMode(.defaultMode, 0, false) }
        try threads[1].performAndWait {
            CFRunLoopRunInMode(.defaultMode, 0, false)
            if isChanging { CATransaction.commit() }
            CATransaction.flush()
            #expect(ends.withLock { $0 } == [true])
            #expect(handed.layer?.attached.isEmpty == true)
            handed.stage?.run(for: 0.1)
            CFRunLoopRunInMode(.defaultMode, 0, false)
            #expect(handed.delegate == nil)
            handed.stage = nil
            handed.layer = nil
        }
    }

    @Test func `several threads have transactions at once, each in its own host`() throws {
        let results = Guarded<[Int]>([])
        let works = (0..<4).map { number in
            ObservedWork {
                do {
                    try onStage { stage in
                        let layers = (0..<10).map { _ in stage.addLayer() }
                        for round in 0..<20 {
                            CATransaction.begin()
                            CATransaction.setAnimationDuration(0.05)
                            CATransaction.setCompletionBlock { stage.log.append("done") }
                            for layer in layers { layer.position.x = Double(number * 100 + round) }
                            CATransaction.commit()
                            stage.run(for: 0.1)
                        }
                        let isRight = layers.allSatisfy {
                            $0.presentation()?.position == CGPoint(x: number * 100 + 19, y: 0)
                                && $0.animationKeys() == nil
                        }
                        if isRight, stage.log.count == 20 { results.withLock { $0.append(number) } }
                    }
                } catch {
                    Issue.record(error)
                }
            }
        }
        for work in works { work.wait() }
        #expect(results.withLock { $0.sorted() } == [0, 1, 2, 3])
    }

    /// On the system's clock: as many frames as are waited for, however long the machine takes for them.
    @Test func `on a real clock frames come from a thread of the host's own, while the thread of the tree is busy`()
        throws
    {
        let thread = RunLoopThread(name: "busy")
        defer { thread.stop() }
        let seen = Guarded<[String?]>([])
        let enough = Handshake("five frames")
        try thread.performAndWait {
            let host = LayerHost(framesPerSecond: 1000)
            let layer = CALayer()
            host.layer = CALayer()
            host.layer?.addSublayer(layer)
            CATransaction.flush()
            layer.add(basic(from: 0, to: 1, duration: 3600), forKey: nil)
            host.onFrame = { _ in
                let count = seen.withLock { names in
                    names.append(Thread.current.name)
                    return names.count
                }
                if count == 10 { enough.tell() }
            }
            CATransaction.flush()
            // The thread of the tree waits here, its loop does not run.
            try enough.wait()
            host.onFrame = nil
            // The tenth is counted behind the call.
            #expect(host.frameCount >= 9)
            let opacity = try #require(layer.presentation()).opacity
            #expect(opacity > 0 && opacity < 1)
        }
        let names = seen.withLock { $0 }
        #expect(names.count >= 10 && Set(names) == ["render"])
    }

    #if DEBUG
        @Test func `one tree that two threads change at once ends a debug build, with a sentence`() async throws {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let parcel = try onStage { stage in
                    let layer = stage.addLayer("the layer")
                    layer.opacity = 0.5
                    let parcel = Parcel(layer)
                    // Not committed here, and changed elsewhere.
                    let work = ObservedWork { parcel.layer.opacity = 0 }
                    work.wait()
                    return parcel
                }
                _ = parcel
            }
            let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(said.contains("is changed by two threads at once"))
            #expect(said.contains("Commit there first, by CATransaction.flush() or in its run loop"))
        }
    #endif
}

/// A tree that goes to another thread while animations of it still run: their ends belong to the thread that began them.
@Suite struct HandOverThreadTests {
    private final class Whole: @unchecked Sendable {
        // `@unchecked Sendable`: one thread after the other uses it.
        var stage: Stage?
    }

    @Test(arguments: [false, true])
    func `the thread that had it is told of their ends, and does not keep the other from changing the tree`(
        changesFirst: Bool
    ) throws {
        let clock = VirtualClock()
        // Time moves by hand alone.
        let hold = clock.hold()
        let first = RunLoopThread(name: "first", clock: clock)
        let second = RunLoopThread(name: "second", clock: clock)
        defer {
            hold.release()
            first.stop()
            second.stop()
        }
        let whole = Whole()
        let told = Guarded<[String]>([])
        let isTold = Handshake("the completion block")
        let mayGoOn = Handshake("the other thread")
        final class Telling: CAAnimationDelegate {
            let call: () -> Void
            init(_ call: @escaping () -> Void) { self.call = call }
            func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { call() }
        }
        try first.performAndWait {
            let stage = Stage(clock)
            whole.stage = stage
            CATransaction.begin()
            CATransaction.setCompletionBlock {
                told.withLock { $0.append("block on first: \(Thread.current.name == "first")") }
                isTold.tell()
                // The layer has let go by now; the first thread has not slept since.
                do { try mayGoOn.wait() } catch { Issue.record(error) }
            }
            let delegate = Telling { told.withLock { $0.append("end") } }
            stage.addLayer().add(basic(from: 0, to: 1) { $0.delegate = delegate }, forKey: "key")
            CATransaction.commit()
        }
        try second.performAndWait {
            guard let stage = whole.stage, let layer = stage.root.sublayers?.first else { return }
            if changesFirst {
                layer.position.x = 1
                CATransaction.flush()
            }
            clock.advance(to: .init(nanoseconds: 1_500_000_000))
            try isTold.wait()
            #expect(layer.animation(forKey: "key") == nil)
            layer.position.x = 5
            CATransaction.flush()
            mayGoOn.tell()
            clock.advance(to: .init(nanoseconds: 3_000_000_000))
            #expect(layer.presentation()?.position.x == 5)
            #expect(layer.presentation()?.opacity == 1)
            layer.removeFromSuperlayer()
            CATransaction.flush()
            whole.stage = nil
        }
        #expect(told.withLock { $0 } == ["end", "block on first: true"])
    }
}
