import FoundationRunLoop
import MainspringAnimation
import Testing

// This file imports FoundationRunLoop: its RunLoop is ours.

@Suite struct DisplayLinkRunLoopNamesTests {
    @Test func `a RunLoop of ours is taken too`() async throws {
        let stamps: [CFTimeInterval] = try await onFrameLoop { _, _ in
            var stamps: [CFTimeInterval] = []
            let link = CADisplayLink { stamps.append($0.timestamp) }
            let loop: FoundationRunLoop.RunLoop = RunLoop.current
            link.add(to: loop, forMode: .default)
            RunLoop.current.run(until: Date(timeIntervalSinceReferenceDate: 0.04))
            link.remove(from: RunLoop.current, forMode: .default)
            #expect(run(0.04) == .finished)
            link.add(to: .current, forMode: .common)
            run(0.02)
            link.invalidate()
            return stamps
        }
        #expect(stamps == frames([1, 2, 3]))
    }

    @Test func `main without a type is not ambiguous`() {
        let link = CADisplayLink { _ in }
        link.isPaused = true
        link.add(to: .main, forMode: .common)
        #expect(isOnMainLoop(link, "kCFRunLoopDefaultMode"))
        link.remove(from: RunLoop.main, forMode: .common)
        #expect(!isOnMainLoop(link, "kCFRunLoopDefaultMode"))
    }
}
