import Foundation
import Mainspring
import SequentialListing
import Testing

@testable import MainspringAnimation

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

    @Test func `inside an open explicit transaction the run returns, and says where that began, once`() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            try onStage { stage in
                let layer = stage.addLayer()
                CATransaction.begin()
                let loop = CFRunLoopGetCurrent()
                CATransaction.begin()
                CATransaction.setCompletionBlock { CFRunLoopStop(loop) }
                layer.add(CABasicAnimation(keyPath: "opacity"), forKey: nil)
                CATransaction.commit()
                #expect(CFRunLoopRunInMode(.defaultMode, 1.0e10, false) == .stopped)
                #expect(stage.now == 0)
                // Whoever runs on is not told again: this one has an end.
                stage.run(for: 1)
                CATransaction.commit()
                stage.run(for: 1)
            }
        }
        let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        let place = "ListingTests.swift:"
        #expect(said.components(separatedBy: place).count == 2, "\(said)")
        #expect(said.components(separatedBy: "Mainspring: ").count == 2, "\(said)")
        #expect(said.contains("The run returns."))
    }
}
