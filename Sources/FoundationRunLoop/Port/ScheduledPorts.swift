internal import Locks
internal import Mainspring

/// The ports that were put into a loop, so that they can be told when its thread ends.
final class ScheduledPorts: @unchecked Sendable {
    private struct Member {
        weak var port: Port?
    }

    /// Guards `members`.
    private let lock = Lock()
    private var members: [ObjectIdentifier: Member] = [:]
    /// How many there may be before those that are gone are looked for: twice as many as were left the last time.
    private var limit = 16

    func insert(_ port: Port) {
        // The references go outside the lock: they may be the last, and a port's destructor may be the user's.
        let alive: [Port] = lock.withLock {
            members[ObjectIdentifier(port)] = Member(port: port)
            guard members.count > limit else { return [] }
            let alive = members.values.compactMap(\.port)
            members = Dictionary(uniqueKeysWithValues: alive.map { (ObjectIdentifier($0), Member(port: $0)) })
            limit = max(16, alive.count * 2)
            return alive
        }
        _ = alive
    }

    func loopEnds(_ loop: CFRunLoop) {
        let all = lock.withLock { members.values.compactMap(\.port) }
        for port in all { port.loopHasEnded(loop) }
    }
}
