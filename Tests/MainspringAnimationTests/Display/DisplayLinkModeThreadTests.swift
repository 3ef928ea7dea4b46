import Mainspring
import Testing

@testable import MainspringAnimation

/// In which modes a display link is called, and what a loop and a link keep of each other.
@Suite struct DisplayLinkModeThreadTests {
    private static let tracking = CFRunLoopMode("UITrackingRunLoopMode")

    @Test func `a link is called in the mode that it was added to, and in no other`() async throws {
        try await onFrameLoop { loop, _ in
            var stamps: [CFTimeInterval] = []
            let link = CADisplayLink { stamps.append($0.timestamp) }
            link.add(to: loop, forMode: .defaultMode)
            at(100, in: Self.tracking) {}
            run(0.11, in: Self.tracking)
            #expect(stamps.isEmpty)
            run(0.1)
            // Late for frame 6, and on time after it.
            #expect(stamps == frames(6...12))
        }
    }

    @Test func `in the common modes it is called in each of them`() async throws {
        try await onFrameLoop { loop, _ in
            CFRunLoopAddCommonMode(loop, Self.tracking)
            var stamps: [CFTimeInterval] = []
            let link = CADisplayLink { stamps.append($0.timestamp) }
            link.add(to: loop, forMode: .commonModes)
            run(0.04)
            run(0.04, in: Self.tracking)
            run(0.04)
            #expect(stamps == frames(1...7))
            link.remove(from: loop, forMode: .commonModes)
            #expect(run(0.1) == .finished)
            #expect(run(0.1, in: Self.tracking) == .finished)
            #expect(stamps.count == 7)
        }
    }

    @Test func `it can be in several modes, and leaves them one by one`() async throws {
        try await onFrameLoop { loop, _ in
            var calls = 0
            let link = CADisplayLink { _ in calls += 1 }
            link.add(to: loop, forMode: .defaultMode)
            link.add(to: loop, forMode: Self.tracking)
            run(0.1)
            run(0.1, in: Self.tracking)
            #expect(calls == 12)
            link.remove(from: loop, forMode: .defaultMode)
            #expect(run(0.1) == .finished)
            run(0.1, in: Self.tracking)
            #expect(calls == 18)
            link.remove(from: loop, forMode: Self.tracking)
            #expect(run(0.1, in: Self.tracking) == .finished)
            link.add(to: loop, forMode: .defaultMode)
            run(0.1)
            #expect(calls == 24)
        }
    }

    @Test func `added twice to a mode it is called once a frame, and removed once it is gone`() async throws {
        try await onFrameLoop { loop, _ in
            var calls = 0
            let link = CADisplayLink { _ in calls += 1 }
            link.add(to: loop, forMode: .defaultMode)
            link.add(to: loop, forMode: .defaultMode)
            link.add(to: loop, forMode: .commonModes)
            run(0.1)
            #expect(calls == 6)
            link.remove(from: loop, forMode: .commonModes)
            #expect(run(0.1) == .finished)
            #expect(calls == 6)
        }
    }

    @Test func `removing it from where it is not does nothing`() async throws {
        try await onFrameLoop { loop, _ in
            var calls = 0
            let link = CADisplayLink { _ in calls += 1 }
            link.remove(from: loop, forMode: .defaultMode)
            link.add(to: loop, forMode: .defaultMode)
            link.remove(from: loop, forMode: Self.tracking)
            link.remove(from: CFRunLoopGetMain(), forMode: .defaultMode)
            run(0.1)
            #expect(calls == 6)
        }
    }

    @Test func `a link of one loop is not added to a second one`() async throws {
        try await onFrameLoop { loop, _ in
            let other = RunLoopThread(name: "other", clock: VirtualClock())
            defer { other.stop() }
            var calls = 0
            let link = CADisplayLink { _ in calls += 1 }
            link.add(to: loop, forMode: .defaultMode)
            link.add(to: other.loop, forMode: .defaultMode)
            #expect(!CFRunLoopContainsTimer(other.loop, link.timer, .defaultMode))
            run(0.1)
            #expect(calls == 6)
        }
    }

    @Test func `once removed from the first it can be added to the second, which calls it on its own thread`()
        async throws
    {
        let worker = RunLoopThread(name: "frames", clock: VirtualClock())
        defer { worker.stop() }
        let (calls, call) = AsyncStream<(isOnWorker: Bool, stamp: CFTimeInterval)>.makeStream()
        try await onFrameLoop { loop, _ in
            var count = 0
            let link = CADisplayLink { link in
                call.yield((worker.isCurrent, link.timestamp))
                count += 1
                guard count == 3 else { return }
                link.invalidate()
                call.finish()
            }
            link.add(to: loop, forMode: .defaultMode)
            link.remove(from: loop, forMode: .defaultMode)
            link.add(to: worker.loop, forMode: .defaultMode)
        }
        var stamps: [CFTimeInterval] = []
        for await (isOnWorker, stamp) in calls {
            #expect(isOnWorker)
            stamps.append(stamp)
        }
        #expect(stamps == frames(1...3))
    }

    @Test func `the loop keeps a link, until it has left its last mode`() async throws {
        try await onFrameLoop { loop, _ in
            weak var link: CADisplayLink?
            func add() {
                let made = CADisplayLink { _ in }
                made.add(to: loop, forMode: .defaultMode)
                made.add(to: loop, forMode: Self.tracking)
                link = made
            }
            add()
            run(0.1)
            #expect(link != nil)
            link?.remove(from: loop, forMode: .defaultMode)
            #expect(link != nil)
            link?.remove(from: loop, forMode: Self.tracking)
            #expect(link == nil)
        }
    }

    @Test func `a link that was never added goes with its last reference`() {
        weak var link: CADisplayLink?
        do {
            let made = CADisplayLink { _ in }
            link = made
        }
        #expect(link == nil)
    }

    @Test func `a link keeps its target until it is invalid, and calls the method given`() async throws {
        final class Target {
            var links: [ObjectIdentifier] = []
            func step(_ link: CADisplayLink) { links.append(ObjectIdentifier(link)) }
        }
        try await onFrameLoop { loop, _ in
            weak var target: Target?
            func make() -> CADisplayLink {
                let made = Target()
                target = made
                return CADisplayLink(target: made, action: Target.step)
            }
            let link = make()
            link.add(to: loop, forMode: .defaultMode)
            run(0.04)
            #expect(target?.links == [ObjectIdentifier(link), ObjectIdentifier(link)])
            link.invalidate()
            #expect(target == nil)
            withExtendedLifetime(link) {}
        }
    }

    @Test func `an invalid link does nothing any more`() async throws {
        try await onFrameLoop { loop, _ in
            var calls = 0
            let link = CADisplayLink { _ in calls += 1 }
            link.add(to: loop, forMode: .commonModes)
            link.invalidate()
            #expect(run(0.1) == .finished)
            link.invalidate()
            link.add(to: loop, forMode: .defaultMode)
            link.isPaused.toggle()
            link.isPaused.toggle()
            link.preferredFramesPerSecond = 30
            link.remove(from: loop, forMode: .defaultMode)
            #expect(run(0.1) == .finished)
            #expect(calls == 0)
        }
    }

    @Test(arguments: [true, false])
    func `when the loop's thread ends the link is let go, and its target`(isKept: Bool) throws {
        final class Target {
            func step(_ link: CADisplayLink) {}
        }
        final class Kept: @unchecked Sendable {
            // Written on the thread before it ends, read after.
            weak var link: CADisplayLink?
            weak var target: Target?
            var strong: CADisplayLink?
        }
        let kept = Kept()
        let thread = RunLoopThread(name: "ends", clock: VirtualClock())
        try thread.performAndWait {
            let target = Target()
            let link = CADisplayLink(target: target, action: Target.step)
            link.isPaused = true
            link.add(to: CFRunLoopGetCurrent(), forMode: .commonModes)
            (kept.link, kept.target) = (link, target)
            if isKept { kept.strong = link }
        }
        #expect(kept.target != nil)
        thread.stop()
        // One that somebody keeps is in no loop then, and can be used on.
        #expect((kept.link != nil) == isKept)
        #expect(kept.strong?.timer == nil)
        kept.strong = nil
        #expect(kept.link == nil)
        #expect(kept.target == nil)
    }
}
