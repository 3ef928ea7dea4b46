public import Measure

/// A loop as the cases of posts need it; the generic functions below are specialised for each.
public protocol PostingLoop: Sendable {
    /// The loop of the calling thread, kept alive until it is stopped.
    init()
    /// Posts a closure from the loop's own thread.
    func postOwn(_ body: consuming @escaping @Sendable () -> Void)
    /// Posts a closure from another thread, and sees to it that the loop wakes up for it.
    func postCross(_ body: consuming @escaping @Sendable () -> Void)
    /// Runs the loop of the calling thread until it is stopped from inside.
    func run()
    func stop()
}

/// What the closures of `post-own` and `post-cross` work on. They capture its address, as those in C do: counting references to a
/// captured object would be the workload's own cost. The loop's thread alone touches it once the loop runs.
@usableFromInline
struct PostCount<Loop: PostingLoop> {
    @usableFromInline let loop: Loop
    @usableFromInline var left = 0
    @usableFromInline var sum = 0

    @inlinable
    init(_ loop: Loop) { self.loop = loop }

    @inlinable
    mutating func add(_ argument: Int) {
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
    // Freed with the process.
    nonisolated(unsafe) let posts = UnsafeMutablePointer<PostCount<Loop>>.allocate(capacity: 1)
    posts.initialize(to: PostCount(loop))
    for (count, isWarmUp) in [(size / 10, true), (size, false)] {
        posts.pointee.left = count
        measure_begin()
        for index in 0..<count { loop.postOwn { posts.pointee.add(index) } }
        loop.run()
        if isWarmUp { measure_reset() }
    }
    return size
}

/// `size` closures posted by another thread while the loop runs.
@inlinable
public func postCross<Loop: PostingLoop>(_: Loop.Type, size: Int) -> Int {
    let loop = Loop()
    // Freed with the process.
    nonisolated(unsafe) let posts = UnsafeMutablePointer<PostCount<Loop>>.allocate(capacity: 1)
    posts.initialize(to: PostCount(loop))
    for (count, isWarmUp) in [(size / 10, true), (size, false)] {
        posts.pointee.left = count
        loop.postOwn {
            startThread {
                measure_begin()
                for index in 0..<count { loop.postCross { posts.pointee.add(index) } }
            }
        }
        loop.run()
        if isWarmUp { measure_reset() }
    }
    return size
}

/// Two loops, each on a thread of its own, that post to each other; addressed as `PostCount` is. `left` belongs to the first loop's
/// thread; `second` is set before the semaphore lets that thread go on.
@usableFromInline
struct LoopPair<Loop: PostingLoop> {
    @usableFromInline let first: Loop
    @usableFromInline var second: Loop?
    @usableFromInline var left = 0

    @inlinable
    init(_ first: Loop) { self.first = first }

    @inlinable
    static func ping(_ pair: UnsafeMutablePointer<Self>) {
        nonisolated(unsafe) let pair = pair
        if pair.pointee.left == 0 {
            measure_end()
            pair.pointee.second!.postCross { pair.pointee.second!.stop() }
            pair.pointee.first.stop()
        } else {
            pair.pointee.left -= 1
            pair.pointee.second!.postCross { pong(pair) }
        }
    }

    @inlinable
    static func pong(_ pair: UnsafeMutablePointer<Self>) {
        nonisolated(unsafe) let pair = pair
        pair.pointee.first.postCross { ping(pair) }
    }
}

/// `size` round trips between the loops of two threads.
@inlinable
public func pingPong<Loop: PostingLoop>(_: Loop.Type, size: Int) -> Int {
    let loop = Loop()
    for (count, isWarmUp) in [(size / 10, true), (size, false)] {
        // Freed with the process.
        nonisolated(unsafe) let pair = UnsafeMutablePointer<LoopPair<Loop>>.allocate(capacity: 1)
        pair.initialize(to: LoopPair(loop))
        pair.pointee.left = count
        let ready = Semaphore()
        startThread {
            let other = Loop()
            pair.pointee.second = other
            ready.signal()
            other.run()
        }
        ready.wait()
        measure_begin()
        loop.postOwn { LoopPair.ping(pair) }
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
