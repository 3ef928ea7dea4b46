internal import CLinux
internal import Locks
import Synchronization

/// Regular files and the like, which the kernel does not watch, since they are always ready.
extension CFRunLoop {
    /// Whether such a file is watched in a mode.
    @inline(__always)
    func hasReadyFile(in mode: ModeState) -> Bool {
        alwaysReadyCount.load(ordering: .relaxed) != 0 && lock.withLock { nextReadyFile(in: mode) != nil }
    }

    /// The next such file's source.
    @inline(__always)
    func takeReadyFile(in mode: ModeState) -> LivePort? {
        alwaysReadyCount.load(ordering: .relaxed) == 0 ? nil : takeOneReadyFile(in: mode)
    }

    @inline(never)
    private func takeOneReadyFile(in mode: ModeState) -> LivePort? {
        var port: LivePort?
        var failures: [DescriptorFailure] = []
        lock.lock()
        while port == nil, let place = nextReadyFile(in: mode) {
            let registration = descriptors.alwaysReady[place]
            guard isStillItself(registration) else {
                failures += closed(registration)
                continue
            }
            descriptors.nextAlwaysReady = place + 1
            let events = EPOLLIN.rawValue | EPOLLOUT.rawValue
            guard let watcher = registration.watcher(for: events, in: mode)?.takeUnretainedValue() else { break }
            let interest = watcher.source.interest.load(ordering: .relaxed)
            port = .descriptor(.passRetained(watcher.handler), events: events & interest)
        }
        lock.unlock()
        failures.tell()
        return port
    }

    /// Where the next one stands that is wanted in a mode. Takes the lock held.
    private func nextReadyFile(in mode: ModeState) -> Int? {
        let files = descriptors.alwaysReady
        for offset in files.indices {
            let place = (descriptors.nextAlwaysReady + offset) % files.count
            if files[place].wanted(in: mode) & (EPOLLIN.rawValue | EPOLLOUT.rawValue) != 0 { return place }
        }
        return nil
    }
}
