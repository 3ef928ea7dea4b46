import Dispatch
import Foundation
import Locks
import Mainspring
import Testing

@testable import MainspringAnimation

/// Which loop calls completion blocks and delegates; the main loop's part is in `MainThreadTests`.
@Suite struct CallingBackThreadTests {
    @Test func `the loop of the committing thread calls, also one that holds but a distant timer and runs later`()
        throws
    {
        let log = Guarded<[String]>([])
        let work = ObservedWork {
            let loop: CFRunLoop = CFRunLoopGetCurrent()
            loop.clock = VirtualClock()
            let timer: CFRunLoopTimer = CFRunLoopTimerCreate(nil, 1e12, 0, 0, 0, nil, nil)
            CFRunLoopAddTimer(loop, timer, .defaultMode)
            let thread = Thread.current
            let own = Guarded<[Bool]>([])
            CATransaction.begin()
            CATransaction.setCompletionBlock { [unowned thread] in
                own.withLock { $0.append(Thread.current === thread) }
            }
            CATransaction.commit()
            log.withLock { $0.append("committed \(own.withLock { $0 })") }
            let result = CFRunLoopRunInMode(.defaultMode, 1, true)
            log.withLock { $0.append("ran \(own.withLock { $0 }) \(result)") }
            CFRunLoopTimerInvalidate(timer)
        }
        work.wait()
        #expect(log.withLock { $0.first } == "committed []")
        #expect(log.withLock { $0.last }?.hasPrefix("ran [true]") == true)
    }

    @Test func `nothing is called inside commit, flush or an end of a host`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            var isInside = false
            final class Delegate: CAAnimationDelegate {
                let call: () -> Void
                init(_ call: @escaping () -> Void) { self.call = call }
                func animationDidStart(_ anim: CAAnimation) { call() }
                func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { call() }
            }
            var calls = 0
            let delegate = Delegate {
                calls += 1
                #expect(!isInside)
            }
            func quietly(_ body: () -> Void) {
                isInside = true
                body()
                isInside = false
            }
            quietly {
                CATransaction.begin()
                CATransaction.setCompletionBlock { delegate.call() }
                CALayer().add(basic { $0.delegate = delegate }, forKey: nil)
                layer.add(basic { $0.delegate = delegate }, forKey: "key")
                layer.add(basic { $0.delegate = delegate }, forKey: "key")
                layer.add(
                    basic {
                        $0.beginTime = -9; $0.delegate = delegate
                    }, forKey: "past")
                CATransaction.commit()
                CATransaction.flush()
                layer.removeFromSuperlayer()
                CATransaction.flush()
            }
            stage.run(for: 3)
            #expect(calls >= 4)
        }
    }

    @Test func `a block that runs the loop and waits for another animation gets it`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            let loop: CFRunLoop = CFRunLoopGetCurrent()
            CATransaction.begin()
            CATransaction.setCompletionBlock {
                stage.log.append("outer in at \(stage.now)")
                CATransaction.begin()
                CATransaction.setCompletionBlock {
                    stage.log.append("inner at \(stage.now)")
                    CFRunLoopStop(loop)
                }
                layer.add(basic(duration: 2), forKey: "inner")
                CATransaction.commit()
                #expect(CFRunLoopRunInMode(.defaultMode, 1e10, false) == .stopped)
                stage.log.append("outer out at \(stage.now)")
            }
            layer.add(basic(duration: 1), forKey: "outer")
            CATransaction.commit()
            stage.run(to: 5)
            #expect(stage.log == ["outer in at 1.0", "inner at 3.0", "outer out at 3.0"])
        }
    }

    @Test func `a delegate that runs the loop and waits keeps nobody else's end back`() throws {
        final class Waiting: CAAnimationDelegate {
            let stage: Stage
            let layer: CALayer
            init(_ stage: Stage, _ layer: CALayer) {
                self.stage = stage
                self.layer = layer
            }
            func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
                stage.log.append("waiting finished")
                let loop: CFRunLoop = CFRunLoopGetCurrent()
                CATransaction.begin()
                CATransaction.setCompletionBlock { CFRunLoopStop(loop) }
                layer.add(basic(duration: 1) { $0.delegate = LoggingDelegate("inner", stage) }, forKey: nil)
                CATransaction.commit()
                #expect(CFRunLoopRunInMode(.defaultMode, 1e10, false) == .stopped)
                stage.log.append("waited until \(stage.now)")
            }
        }
        try onStage { stage in
            let layer = stage.addLayer()
            CATransaction.begin()
            CATransaction.setCompletionBlock { stage.log.append("block") }
            layer.add(basic { $0.delegate = Waiting(stage, layer) }, forKey: nil)
            layer.add(basic { $0.delegate = LoggingDelegate("other", stage) }, forKey: nil)
            CATransaction.commit()
            stage.run(to: 5)
            #expect(
                stage.log == [
                    "other began", "waiting finished", "other finished", "block", "inner began", "inner finished",
                    "waited until 2.0",
                ])
        }
    }

    @Test func `a private mode's nested run is not interrupted, and what is due comes after it`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            layer.add(basic { $0.delegate = LoggingDelegate("it", stage) }, forKey: nil)
            CATransaction.flush()
            let mode = CFRunLoopMode("private")
            let timer: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, 1e9, 0, 0, 0) { _ in }
            CFRunLoopAddTimer(CFRunLoopGetCurrent(), timer, mode)
            CFRunLoopRunInMode(mode, 3, false)
            #expect(stage.log == [])
            stage.turn()
            stage.turn()
            #expect(stage.log == ["it began", "it finished"])
            CFRunLoopTimerInvalidate(timer)
        }
    }
}
