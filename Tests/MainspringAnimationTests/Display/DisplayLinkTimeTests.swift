import Mainspring
import Testing

@testable import MainspringAnimation

/// When a display link is called, and what it says of the time.
@Suite struct DisplayLinkTimeTests {
    @Test(arguments: [(0, 1), (60, 1), (30, 2), (20, 3), (15, 4), (12, 5), (1, 60)])
    func `a link is called at every n-th frame of the display, at its very instant`(rate: Int, step: Int) async throws {
        try await onFrameLoop { loop, clock in
            var stamps: [CFTimeInterval] = []
            var targets: [CFTimeInterval] = []
            var instants: [CFTimeInterval] = []
            let link = CADisplayLink {
                stamps.append($0.timestamp)
                targets.append($0.targetTimestamp)
                instants.append(CACurrentMediaTime())
            }
            link.preferredFramesPerSecond = rate
            link.add(to: loop, forMode: .defaultMode)
            #expect(run(2) == .timedOut)
            #expect(stamps == frames(stride(from: step, through: 120, by: step)))
            #expect(targets == frames(stride(from: 2 * step, through: 120 + step, by: step)))
            #expect(instants == stamps)
            let period: CFTimeInterval = 1 / 60
            #expect(link.duration == period)
        }
    }

    @Test func `before the first call there are no times, and the display's period is known`() {
        let link = CADisplayLink { _ in }
        #expect(link.timestamp == 0)
        #expect(link.targetTimestamp == 0)
        let period: CFTimeInterval = 1 / 60
        #expect(link.duration == period)
        #expect(!link.isPaused)
        #expect(link.preferredFrameRateRange == .default)
        #expect(link.preferredFramesPerSecond == 0)
    }

    @Test func `frames are counted from the clock's zero, whenever the link comes`() async throws {
        try await onFrameLoop { loop, clock in
            var stamps: [CFTimeInterval] = []
            let link = CADisplayLink { stamps.append($0.timestamp) }
            link.preferredFramesPerSecond = 20
            clock.advance(by: .milliseconds(70))
            link.add(to: loop, forMode: .defaultMode)
            run(0.15)
            #expect(stamps == frames([6, 9, 12]))
        }
    }

    @Test func `a link that is late says when the last frame began, and skips those before`() async throws {
        try await onFrameLoop { loop, clock in
            var stamps: [CFTimeInterval] = []
            var targets: [CFTimeInterval] = []
            let link = CADisplayLink {
                stamps.append($0.timestamp)
                targets.append($0.targetTimestamp)
            }
            link.add(to: loop, forMode: .defaultMode)
            // Keeps the loop from frame 1.2 to frame 4.2.
            at(0.020) { clock.advance(by: .milliseconds(50)) }
            run(0.1)
            #expect(stamps == frames([1, 4, 5, 6]))
            #expect(targets == frames([2, 5, 6, 7]))
        }
    }

    @Test func `a slow link that is late says when the last of its own frames began`() async throws {
        try await onFrameLoop { loop, clock in
            var stamps: [CFTimeInterval] = []
            let link = CADisplayLink { stamps.append($0.timestamp) }
            link.preferredFramesPerSecond = 30
            link.add(to: loop, forMode: .defaultMode)
            // Until frame 7.5, behind frame 6.
            at(0.020) { clock.advance(by: .milliseconds(105)) }
            run(0.17)
            #expect(stamps == frames([6, 8, 10]))
        }
    }

    @Test func `what goes by during its own call is skipped`() async throws {
        try await onFrameLoop { loop, clock in
            var stamps: [CFTimeInterval] = []
            let link = CADisplayLink {
                stamps.append($0.timestamp)
                if stamps.count == 2 { clock.advance(by: .milliseconds(40)) }
            }
            link.add(to: loop, forMode: .defaultMode)
            run(0.12)
            // The second call lasts from frame 2 until frame 4.4.
            #expect(stamps == frames([1, 2, 5, 6, 7]))
        }
    }

    @Test(arguments: [(60, 120), (60, 50), (60, 24), (120, 60)])
    func `a link follows the display it is given, also while it runs`(first: Int, second: Int) async throws {
        try await onFrameLoop { loop, clock in
            var stamps: [CFTimeInterval] = []
            let link = CADisplayLink { stamps.append($0.timestamp) }
            link.display = FrameGrid(rate: first)
            link.add(to: loop, forMode: .defaultMode)
            at(1) { link.display = FrameGrid(rate: second) }
            run(2)
            #expect(stamps.count == first + second)
            let grids = [FrameGrid(rate: first), FrameGrid(rate: second)]
            let one = (1...UInt64(first)).map { Double(grids[0].start(ofFrame: $0)) / 1e9 }
            let two = (UInt64(second) + 1...2 * UInt64(second)).map { Double(grids[1].start(ofFrame: $0)) / 1e9 }
            #expect(stamps == one + two)
            #expect(link.duration == 1 / Double(second))
        }
    }

    @Test func `a new rate holds from the next frame on`() async throws {
        try await onFrameLoop { loop, clock in
            var stamps: [CFTimeInterval] = []
            let link = CADisplayLink { link in
                stamps.append(link.timestamp)
                if stamps.count == 3 { link.preferredFramesPerSecond = 20 }
            }
            link.add(to: loop, forMode: .defaultMode)
            at(0.21) { link.preferredFramesPerSecond = 30 }
            run(0.301)
            #expect(stamps == frames([1, 2, 3, 6, 9, 12, 14, 16, 18]))
        }
    }

    @Test func `a frame that has begun is not lost when the rate changes before the call`() async throws {
        try await onFrameLoop { loop, clock in
            var stamps: [CFTimeInterval] = []
            let link = CADisplayLink { stamps.append($0.timestamp) }
            link.preferredFramesPerSecond = 30
            link.add(to: loop, forMode: .defaultMode)
            // From before frame 2 until it has begun.
            at(0.030) {
                clock.advance(by: .milliseconds(10))
                link.preferredFramesPerSecond = 60
            }
            run(0.055)
            #expect(stamps == frames([2, 3]))
        }
    }

    @Test func `when its loop gets another clock it follows that`() async throws {
        try await onFrameLoop { loop, clock in
            var stamps: [CFTimeInterval] = []
            let link = CADisplayLink { stamps.append($0.timestamp) }
            clock.advance(by: .milliseconds(510))
            link.add(to: loop, forMode: .defaultMode)
            let other = VirtualClock()
            loop.clock = other
            run(0.051)
            #expect(other.uptime == 51_000_000)
            #expect(stamps == frames(1...3))
        }
    }

    @Test func `in real time it is not called before a frame begins`() async throws {
        try await onFrameLoop { loop, _ in
            loop.clock = SystemClock.shared
            let grid = FrameGrid(rate: 60)
            var calls = 0
            let link = CADisplayLink { link in
                let now = CACurrentMediaTime()
                calls += 1
                #expect(link.timestamp <= now)
                let instant = UInt64((link.timestamp * 1e9).rounded())
                // Seconds of a machine that is up for months are exact to some nanoseconds.
                #expect(grid.next(after: instant) - grid.last(upTo: instant + 100) <= 16_666_667)
                if calls == 3 { CFRunLoopStop(CFRunLoopGetCurrent()) }
            }
            link.add(to: loop, forMode: .defaultMode)
            #expect(run(600) == .stopped)
            link.invalidate()
        }
    }
}
