import Foundation
import Mainspring
import Testing

@testable import MainspringAnimation

/// The source text's listing, in Swift, as it stands: two animations one after another.
final class SequentialAnimations {
    private let layer: CALayer
    private let duration: CFTimeInterval
    private(set) var moments: [String] = []

    init(_ layer: CALayer, duration: CFTimeInterval = 1) {
        self.layer = layer
        self.duration = duration
    }

    func doAnimationsSequentially() {
        let rl = CFRunLoopGetCurrent()
        let distantFuture = Date.distantFuture as CFDate
        let timer = CFRunLoopTimerCreate(
            nil, CFDateGetAbsoluteTime(distantFuture), 0, 0, 0, nil, nil)

        CFRunLoopAddTimer(rl, timer, .defaultMode)

        // animation 1
        CATransaction.begin()
        CATransaction.setCompletionBlock {
            CFRunLoopStop(rl)  // (3) leaves the run loop
        }
        // (1) animation starts
        let first = CABasicAnimation(keyPath: "opacity")
        first.fromValue = 1
        first.toValue = 0
        first.duration = duration
        layer.add(first, forKey: "first")
        CATransaction.commit()
        CFRunLoopRun()  // (2) waits for the end
        moments.append("first over at \(CACurrentMediaTime())")

        // animation 2: starts after animation 1 has ended
        CATransaction.begin()
        CATransaction.setCompletionBlock {
            CFRunLoopStop(rl)
        }
        let second = CABasicAnimation(keyPath: "position.x")
        second.fromValue = 0
        second.toValue = 100
        second.duration = duration
        layer.add(second, forKey: "second")
        CATransaction.commit()
        CFRunLoopRun()
        moments.append("second over at \(CACurrentMediaTime())")

        // clean up
        CFRunLoopTimerInvalidate(timer)
    }
}

@Suite struct ListingTests {
    @Test func `the listing runs one animation after the other, on a thread of its own`() throws {
        try onStage { stage in
            let listing = SequentialAnimations(stage.addLayer())
            listing.doAnimationsSequentially()
            #expect(listing.moments == ["first over at 1.0", "second over at 2.0"])
        }
    }

    @Test func `the listing runs inside a timer's call, and the loop's other work goes on meanwhile`() throws {
        try onStage { stage in
            let listing = SequentialAnimations(stage.addLayer())
            var ticks = 0
            var frames = 0
            let before = stage.host.frameCount
            let clock: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(
                nil, CFAbsoluteTimeGetCurrent() + 0.25, 0.5, 0, 0
            ) { _ in ticks += 1 }
            let call: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, CFAbsoluteTimeGetCurrent(), 0, 0, 0) { _ in
                listing.doAnimationsSequentially()
                frames = stage.host.frameCount - before
            }
            CFRunLoopAddTimer(CFRunLoopGetCurrent(), clock, .defaultMode)
            CFRunLoopAddTimer(CFRunLoopGetCurrent(), call, .defaultMode)
            stage.run(for: 3)
            #expect(listing.moments == ["first over at 1.0", "second over at 2.0"])
            #expect(ticks == 6)
            #expect(frames >= 120)
            CFRunLoopTimerInvalidate(clock)
        }
    }

    @Test func `a completion that is due before the loop runs still ends the run`() throws {
        try onStage { stage in
            let loop = CFRunLoopGetCurrent()
            CATransaction.begin()
            CATransaction.setCompletionBlock { CFRunLoopStop(loop) }
            CATransaction.commit()
            #expect(CFRunLoopRunInMode(.defaultMode, 1.0e10, false) == .stopped)
            #expect(stage.now == 0)
        }
    }

    @Test func `with a pending implicit transaction around it the listing's animation still starts`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            layer.position = CGPoint(x: 5, y: 5)
            let listing = SequentialAnimations(layer)
            listing.doAnimationsSequentially()
            #expect(listing.moments == ["first over at 1.0", "second over at 2.0"])
        }
    }

    @Test func `inside an open explicit transaction the run returns, and says where that began, once`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            CATransaction.begin()
            let listing = SequentialAnimations(layer)
            let loop = CFRunLoopGetCurrent()
            CATransaction.begin()
            CATransaction.setCompletionBlock { CFRunLoopStop(loop) }
            layer.add(CABasicAnimation(keyPath: "opacity"), forKey: nil)
            CATransaction.commit()
            #expect(CFRunLoopRunInMode(.defaultMode, 1.0e10, false) == .stopped)
            #expect(stage.now == 0)
            CATransaction.commit()
            stage.run(for: 1)
            _ = listing
        }
    }
}
