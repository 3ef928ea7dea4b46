import Mainspring
import Testing

@testable import MainspringAnimation

/// A display link that is not to be called costs nothing.
@Suite struct DisplayLinkPauseTests {
    /// How often the loop comes round in ten seconds with nothing to do.
    private static func idleTurns(_ loop: CFRunLoop) -> UInt64 {
        let before = loop.beat.turns
        #expect(run(10) == .timedOut)
        return loop.beat.turns - before
    }

    @Test func `a paused link is not called, and wakes nobody`() async throws {
        try await onFrameLoop { loop, clock in
            at(1_000) {}
            let idle = Self.idleTurns(loop)
            var calls = 0
            let link = CADisplayLink { _ in calls += 1 }
            link.add(to: loop, forMode: .defaultMode)
            link.isPaused = true
            #expect(Self.idleTurns(loop) == idle)
            #expect(calls == 0)
            #expect(clock.uptime == 20_000_000_000)
            link.isPaused = false
            run(0.1)
            #expect(calls == 6)
            link.isPaused = true
            #expect(Self.idleTurns(loop) == idle)
            #expect(calls == 6)
        }
    }

    @Test func `a link in no mode wakes nobody`() async throws {
        try await onFrameLoop { loop, _ in
            at(1_000) {}
            let idle = Self.idleTurns(loop)
            var calls = 0
            let link = CADisplayLink { _ in calls += 1 }
            #expect(Self.idleTurns(loop) == idle)
            link.add(to: loop, forMode: .defaultMode)
            link.remove(from: loop, forMode: .defaultMode)
            #expect(Self.idleTurns(loop) == idle)
            #expect(calls == 0)
        }
    }

    @Test func `paused before it is added it waits, and goes on with the frame after`() async throws {
        try await onFrameLoop { loop, _ in
            var stamps: [CFTimeInterval] = []
            let link = CADisplayLink { stamps.append($0.timestamp) }
            link.isPaused = true
            link.add(to: loop, forMode: .defaultMode)
            link.preferredFramesPerSecond = 30
            at(0.1) { link.isPaused = false }
            run(0.18)
            #expect(stamps == frames([8, 10]))
        }
    }

    @Test func `a paused link keeps its mode from being empty`() async throws {
        try await onFrameLoop { loop, clock in
            let link = CADisplayLink { _ in }
            link.isPaused = true
            link.add(to: loop, forMode: .defaultMode)
            #expect(run(1) == .timedOut)
            #expect(clock.uptime == 1_000_000_000)
            link.invalidate()
            #expect(run(1) == .finished)
        }
    }

    @Test func `a paused link stays so when its loop gets another clock`() async throws {
        try await onFrameLoop { loop, clock in
            var calls = 0
            let link = CADisplayLink { _ in calls += 1 }
            link.isPaused = true
            clock.advance(by: .seconds(1_000))
            link.add(to: loop, forMode: .defaultMode)
            for other in [VirtualClock(), clock] {
                loop.clock = other
                let before = other.uptime
                run(5)
                #expect(other.uptime == before + 5_000_000_000)
            }
            #expect(calls == 0)
        }
    }
}
