internal import Glibc

/// Starts a detached thread that belongs to no loop's own kind of thread.
public func startThread(_ body: @escaping @Sendable () -> Void) {
    final class Start: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var thread = pthread_t()
    let start = Unmanaged.passRetained(Start(body)).toOpaque()
    let error = pthread_create(
        &thread, nil,
        { argument in
            Unmanaged<Start>.fromOpaque(argument!).takeRetainedValue().body()
            return nil
        }, start)
    precondition(error == 0, "A thread could not be made: \(String(cString: strerror(error))).")
    pthread_detach(thread)
}

/// A semaphore of the C library.
public final class Semaphore: @unchecked Sendable {
    // The C library guards what it points to.
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    public init() { sem_init(semaphore, 0, 0) }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    public func signal() { sem_post(semaphore) }

    public func wait() { while sem_wait(semaphore) != 0 {} }
}

/// Sleeps until a time of `measure_wall`.
public func sleepUntil(_ time: UInt64) {
    var until = timespec(tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
    while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nil) != 0 {}
}
