import Foundation
import Locks
import Mainspring
import Testing

@testable import MainspringAnimation

@Suite struct FrameDriverThreadTests {
    @Test func `a still tree has no frame`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            stage.run(for: 1)
            let frames = stage.host.frameCount
            stage.run(for: 1000)
            #expect(stage.host.frameCount == frames)
            layer.opacity = 0.5
            stage.run(for: 10)
            // A quarter of a second moves: the frame of its beginning, fifteen more, and perhaps the one that lets go.
            #expect((16...18).contains(stage.host.frameCount - frames))
        }
    }

    @Test func `what begins later has no frame before`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            let animation = CABasicAnimation(keyPath: "opacity")
            animation.fromValue = 0
            animation.duration = 0.5
            animation.beginTime = 100
            animation.delegate = LoggingDelegate("late", stage)
            layer.add(animation, forKey: nil)
            CATransaction.flush()
            stage.run(to: 1)
            let frames = stage.host.frameCount
            stage.run(to: 99)
            #expect(stage.host.frameCount == frames && stage.log == [])
            stage.run(to: 101)
            #expect(stage.log == ["late began", "late finished"])
            #expect((30...33).contains(stage.host.frameCount - frames))
        }
    }

    @Test func `of a host that nobody sees frames are not shown, and animations end all the same`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            let shown = Guarded(0)
            stage.host.onFrame = { _ in shown.withLock { $0 += 1 } }
            stage.host.isVisible = false
            let animation = CABasicAnimation(keyPath: "opacity")
            animation.fromValue = 0
            animation.duration = 0.5
            animation.delegate = LoggingDelegate("unseen", stage)
            let frames = stage.host.frameCount
            layer.add(animation, forKey: nil)
            CATransaction.flush()
            stage.run(for: 1)
            #expect(stage.log == ["unseen began", "unseen finished"])
            #expect(shown.withLock { $0 } == 0 && stage.host.frameCount - frames <= 4)
            let damage = Guarded<[CGRect]>([])
            stage.host.onFrame = { frame in damage.withLock { $0 += frame.damage } }
            stage.host.isVisible = true
            stage.run(for: 1)
            // Nobody has seen what has changed meanwhile.
            #expect(damage.withLock { $0 }.contains { $0.contains(CGRect(x: 0, y: 0, width: 1000, height: 1000)) })
        }
    }

    @Test func `a frame that is asked for comes once, of a still tree too, and only where it is seen`() throws {
        try onStage { stage in
            _ = stage.addLayer()
            stage.run(for: 1)
            let damages = Guarded<[[CGRect]]>([])
            stage.host.onFrame = { frame in damages.withLock { $0.append(frame.damage) } }
            stage.host.setNeedsFrame()
            stage.host.setNeedsFrame()
            stage.run(for: 1)
            #expect(damages.withLock { $0 } == [[]])
            stage.host.isVisible = false
            let frames = stage.host.frameCount
            stage.host.setNeedsFrame()
            stage.run(for: 1)
            #expect(stage.host.frameCount == frames)
        }
    }

    @Test func `each frame has the time of its place on the grid`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            let times = Guarded<[Double]>([])
            stage.host.onFrame = { frame in times.withLock { $0.append(frame.time) } }
            stage.run(to: 0.1234)
            layer.opacity = 0
            stage.run(for: 1)
            // A quarter of a second moves.
            #expect(times.withLock { $0.count } >= 15)
            for time in times.withLock({ $0 }) { #expect(abs((time * 60).rounded() / 60 - time) < 1e-9, "\(time)") }
        }
    }

    /// On the system's clock: what the render thread has been asked for, and how often it has woken.
    @Test func `a still tree asks the render thread for nothing, and does not wake it`() throws {
        let thread = RunLoopThread(name: "layers")
        defer { thread.stop() }
        try thread.performAndWait {
            let host = LayerHost(framesPerSecond: 1000)
            let driver = try #require(host.core.driver as? ThreadFrameDriver)
            let isMade = Handshake("a frame")
            host.onFrame = { _ in isMade.tell() }
            let layer = CALayer()
            host.layer = CALayer()
            host.layer?.addSublayer(layer)
            CATransaction.flush()
            try isMade.wait()
            layer.add(basic(from: 0, to: 1, duration: 0.002), forKey: nil)
            CATransaction.flush()
            // Behind the frame, and those that the animation needs: none is due any more.
            while try !driver.thread.performAndWait({ driver.isAtRest }) {}
            let wakes = Guarded(0)
            let next: Double = try driver.thread.performAndWait {
                let observer: CFRunLoopObserver = CFRunLoopObserverCreateWithHandler(
                    nil, CFRunLoopActivity.afterWaiting.rawValue, true, 0
                ) { _, _ in wakes.withLock { $0 += 1 } }
                CFRunLoopAddObserver(CFRunLoopGetCurrent(), observer, .commonModes)
                return CFRunLoopGetNextTimerFireDate(CFRunLoopGetCurrent(), .defaultMode) - CFAbsoluteTimeGetCurrent()
            }
            let frames = host.frameCount
            // Years.
            #expect(next > 1e8)
            // With the one that has brought the observer: each wakes the thread once, maybe after it was served.
            let handshakes = 20
            for _ in 1..<handshakes {
                CATransaction.flush()
                try driver.thread.performAndWait {}
            }
            #expect(wakes.withLock { $0 } <= handshakes)
            #expect(host.frameCount == frames && driver.isAtRest)
        }
    }
}
