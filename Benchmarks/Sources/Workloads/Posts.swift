public import Measure

/// A loop as the cases of posts need it; the generic functions below are specialised for each.
public protocol PostingLoop: Sendable {
    /// The loop of the calling thread, kept alive until it is stopped.
    init()
    /// Posts a closure from the loop's own thread.
    func postOwn(_ body: @escaping @Sendable () -> Void)
    /// Posts a closure from another thread, and sees to it that the loop wakes up for it.
    func postCross(_ body: @escaping @Sendable () -> Void)
    /// Runs the loop of the calling thread until it is stopped from inside.
    func run()
    func stop()
}

/// What the closures of `post-own` and `post-cross` work on.
@usableFromInline
final class PostCount<Loop: PostingLoop>: @unchecked Sendable {
    // Touched by the loop's thread alone once the loop runs.
    @usableFromInline var left: Int
    @usableFromInline var sum = 0
    @usableFromInline let loop: Loop

    @inlinable
    init(_ count: Int, _ loop: Loop) {
        left = count
        self.loop = loop
    }

    @inlinable
    func add(_ argument: Int) {
        sum &+= argument
        left -= 1
        if left == 0 {
            measure_end()
            loop.stop()
        }
    }
}

/// `size` closures posted by the loop's own thread, then run.
@inlinable
public func postOwn<Loop: PostingLoop>(_: Loop.Type, size: Int) -> Int {
    let loop = Loop()
    for (count, isWarmUp) in [(size / 10, true), (size, false)] {
        let posts = PostCount(count, loop)
        measure_begin()
        for index in 0..<count { loop.postOwn { posts.add(index) } }
        loop.run()
        if isWarmUp { measure_reset() }
    }
    return size
}

/// `size` closures posted by another thread while the loop runs.
@inlinable
public func postCross<Loop: PostingLoop>(_: Loop.Type, size: Int) -> Int {
    let loop = Loop()
    for (count, isWarmUp) in [(size / 10, true), (size, false)] {
        let posts = PostCount(count, loop)
        loop.postOwn {
            startThread {
                measure_begin()
                for index in 0..<count { loop.postCross { posts.add(index) } }
            }
        }
        loop.run()
        if isWarmUp { measure_reset() }
    }
    return size
}

/// Two loops, each on a thread of its own, that post to each other.
@usableFromInline
final class LoopPair<Loop: PostingLoop>: @unchecked Sendable {
    // `left` belongs to the first loop's thread; `second` is set before the semaphore lets that thread go on.
    @usableFromInline let first: Loop
    @usableFromInline var second: Loop?
    @usableFromInline var left: Int

    @inlinable
    init(_ first: Loop, _ count: Int) {
        self.first = first
        left = count
    }

    @inlinable
    func ping() {
        let second = second.unsafelyUnwrapped
        if left == 0 {
            measure_end()
            second.postCross { second.stop() }
            first.stop()
        } else {
            left -= 1
            second.postCross { self.pong() }
        }
    }

    @inlinable
    func pong() { first.postCross { self.ping() } }
}

/// `size` round trips between the loops of two threads.
@inlinable
public func pingPong<Loop: PostingLoop>(_: Loop.Type, size: Int) -> Int {
    let loop = Loop()
    for (count, isWarmUp) in [(size / 10, true), (size, false)] {
        let pair = LoopPair(loop, count)
        let ready = Semaphore()
        startThread {
            let other = Loop()
            pair.second = other
            ready.signal()
            other.run()
        }
        ready.wait()
        measure_begin()
        loop.postOwn { pair.ping() }
        loop.run()
        if isWarmUp { measure_reset() }
    }
    return size
}

/// The cases of posts that every peer has.
@inlinable
public func postCases<Loop: PostingLoop>(_ loop: Loop.Type) -> [Program.Case] {
    [
        Program.Case("post-own", size: Sizes.posts) { postOwn(loop, size: $0) },
        Program.Case("post-cross", size: Sizes.posts) { postCross(loop, size: $0) },
        Program.Case("ping-pong", size: Sizes.roundTrips) { pingPong(loop, size: $0) },
    ]
}
