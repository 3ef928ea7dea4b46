import Mainspring
import SeededRandom
import Testing

@testable import MainspringAnimation

/// What a display link's closure may do, and what a loop does meanwhile.
@Suite struct DisplayLinkCallThreadTests {
    private static let tracking = CFRunLoopMode("UITrackingRunLoopMode")

    @Test func `a run of the loop inside the call does not call it again, but other links`() async throws {
        try await onFrameLoop { loop, _ in
            var outer: [CFTimeInterval] = []
            var other: [CFTimeInterval] = []
            let first = CADisplayLink { link in
                outer.append(link.timestamp)
                if outer.count == 1 { #expect(run(0.06) == .timedOut) }
            }
            let second = CADisplayLink { other.append($0.timestamp) }
            first.add(to: loop, forMode: .defaultMode)
            second.add(to: loop, forMode: .defaultMode)
            run(0.13)
            // From frame 1 until frame 4.6.
            #expect(outer == frames([1, 5, 6, 7]))
            #expect(other == frames(1...7))
        }
    }

    @Test func `a run inside the call sleeps, although the link's frames go by`() async throws {
        try await onFrameLoop { loop, clock in
            var turns: UInt64 = 0
            let link = CADisplayLink { link in
                let before = loop.beat.turns
                run(1)
                turns = loop.beat.turns - before
                link.invalidate()
            }
            link.add(to: loop, forMode: .defaultMode)
            at(1_000) {}
            run(1.5)
            #expect(turns < 10)
        }
    }

    @Test func `a run in another of its modes inside the call does not call it either`() async throws {
        try await onFrameLoop { loop, _ in
            var stamps: [CFTimeInterval] = []
            let link = CADisplayLink { link in
                stamps.append(link.timestamp)
                run(0.04, in: Self.tracking)
            }
            link.add(to: loop, forMode: .defaultMode)
            link.add(to: loop, forMode: Self.tracking)
            run(0.15)
            #expect(stamps == frames([1, 4, 7]))
        }
    }

    @Test func `invalidated in its call it is not called again, and lets go when the call is over`() async throws {
        final class Target {
            var calls = 0
            func step(_ link: CADisplayLink) {
                link.invalidate()
                calls += 1
            }
        }
        try await onFrameLoop { loop, _ in
            weak var target: Target?
            weak var link: CADisplayLink?
            func add() {
                let made = Target()
                let makeLink = CADisplayLink(target: made, action: Target.step)
                makeLink.add(to: loop, forMode: .commonModes)
                (target, link) = (made, makeLink)
            }
            add()
            at(0.02) { #expect(target == nil && link == nil) }
            #expect(target != nil && link != nil)
            #expect(run(1) == .finished)
            #expect(target == nil && link == nil)
        }
    }

    @Test func `paused in its call it waits until it goes on`() async throws {
        try await onFrameLoop { loop, _ in
            var stamps: [CFTimeInterval] = []
            let link = CADisplayLink { link in
                stamps.append(link.timestamp)
                if stamps.count == 2 { link.isPaused = true }
            }
            link.add(to: loop, forMode: .defaultMode)
            at(0.11) { link.isPaused = false }
            run(0.14)
            #expect(stamps == frames([1, 2, 7, 8]))
        }
    }

    @Test func `paused and going on within one call it misses nothing`() async throws {
        try await onFrameLoop { loop, _ in
            var stamps: [CFTimeInterval] = []
            let link = CADisplayLink { link in
                stamps.append(link.timestamp)
                link.isPaused = true
                link.isPaused = false
            }
            link.add(to: loop, forMode: .defaultMode)
            run(0.07)
            #expect(stamps == frames(1...4))
        }
    }

    @Test func `removed in its call it is not called again, and its loop lets go of it`() async throws {
        try await onFrameLoop { loop, _ in
            var calls = 0
            weak var link: CADisplayLink?
            func add() {
                let made = CADisplayLink { link in
                    calls += 1
                    link.remove(from: loop, forMode: .defaultMode)
                }
                made.add(to: loop, forMode: .defaultMode)
                link = made
            }
            add()
            #expect(link != nil)
            #expect(run(1) == .finished)
            #expect(calls == 1)
            #expect(link == nil)
        }
    }

    @Test func `removed and added again in its call it goes on with the next frame, and not inside the call`()
        async throws
    {
        try await onFrameLoop { loop, _ in
            var stamps: [CFTimeInterval] = []
            let link = CADisplayLink { link in
                stamps.append(link.timestamp)
                link.remove(from: loop, forMode: .defaultMode)
                link.add(to: loop, forMode: Self.tracking)
                link.add(to: loop, forMode: .defaultMode)
                if stamps.count == 2 { run(0.04) }
            }
            link.add(to: loop, forMode: .defaultMode)
            run(0.11)
            // The second call lasts from frame 2 until frame 4.4.
            #expect(stamps == frames([1, 2, 5, 6]))
        }
    }

    @Test func `the closure that adds its link to a second loop hands it over`() async throws {
        let worker = RunLoopThread(name: "second", clock: VirtualClock())
        defer { worker.stop() }
        try await onFrameLoop { loop, _ in
            var calls = 0
            let link = CADisplayLink { link in
                calls += 1
                // A mode that the second loop does not run.
                link.remove(from: loop, forMode: .defaultMode)
                link.add(to: worker.loop, forMode: Self.tracking)
            }
            link.add(to: loop, forMode: .defaultMode)
            #expect(run(1) == .finished)
            #expect(calls == 1)
            #expect(CFRunLoopContainsTimer(worker.loop, link.timer, Self.tracking))
            link.invalidate()
        }
    }

    @Test func `links at the same frame share a pass`() async throws {
        try await onFrameLoop { loop, _ in
            func turns(_ count: Int) -> (turns: UInt64, calls: Int) {
                var calls = 0
                let links = (0..<count).map { _ in CADisplayLink { _ in calls += 1 } }
                for link in links { link.add(to: loop, forMode: .defaultMode) }
                let before = loop.beat.turns
                run(1)
                let turns = loop.beat.turns - before
                for link in links { link.invalidate() }
                return (turns, calls)
            }
            let one = turns(1)
            let count = Seeds.size(1_500, sanitized: 200)
            let many = turns(count)
            #expect(one.calls == 60)
            #expect(many.calls == count * 60)
            #expect(one.turns == many.turns)
        }
    }

    @Test func `links of different rates are called at their own frames`() async throws {
        try await onFrameLoop { loop, _ in
            var calls: [Int: [CFTimeInterval]] = [:]
            for rate in [60, 30, 20, 15, 10] {
                let link = CADisplayLink { calls[rate, default: []].append($0.timestamp) }
                link.preferredFramesPerSecond = rate
                link.add(to: loop, forMode: .defaultMode)
            }
            run(1)
            for (rate, stamps) in calls {
                #expect(stamps == frames(stride(from: 60 / rate, through: 60, by: 60 / rate)), "\(rate)")
            }
            #expect(calls.count == 5)
        }
    }
}
