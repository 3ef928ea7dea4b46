internal import CLinux
internal import Dispatch
internal import Foundation
internal import Locks

/// The connections over which a file is read, each by one thread at a time.
///
/// They are made when all others are in use, up to a limit; beyond it a reader waits for another reader, in the order of
/// coming, and never for the writer (in WAL mode). One more is kept for the contexts of the main queue, which wait for
/// nobody. A thread that reads inside of a read gets another connection, beyond the limit if need be.
package final class ReaderPool: Sendable {
    let sequence: CommitSequence
    private let longestLog: Int
    /// How many connections there are at most, without that of the main queue.
    let limit: Int
    private let open: @Sendable () throws -> SQLiteConnection
    private let check: @Sendable (SQLiteConnection?) throws(SQLiteFailure) -> Void
    private let state = Guarded(State())

    private struct State {
        var idle: [SQLiteConnection] = []
        /// How many there are, idle or in use, without that of the main queue.
        var count = 0
        /// That of the main queue while it is idle.
        var main: SQLiteConnection?
        var isMainInUse = false
        /// Which threads are reading; several times if inside of each other.
        var threads: [Int32] = []
        var waiting: [Waiter] = []
        var held: [ObjectIdentifier: HeldReader] = [:]
        var isClosed = false
        /// Who waits until all are back.
        var closing: [DispatchSemaphore] = []

        var isUnused: Bool { threads.isEmpty && waiting.isEmpty }

        /// Those who wait until all connections are back, if they are.
        mutating func takeClosing() -> [DispatchSemaphore] {
            guard isClosed, isUnused else { return [] }
            defer { closing = [] }
            return closing
        }
    }

    /// A thread that waits for a connection.
    private final class Waiter: @unchecked Sendable {
        // `@unchecked Sendable`: `loan` is written before `arrived` is signalled, and read after it.
        let thread: Int32
        let arrived = DispatchSemaphore(value: 0)
        var loan: Loan?

        init(thread: Int32) { self.thread = thread }
    }

    /// What a thread has while it reads.
    private struct Loan {
        /// Nil if one is to be made.
        var connection: SQLiteConnection?
        let isMain: Bool
    }

    private enum Answer {
        case loan(Loan)
        case wait(Waiter)
        case closed
    }

    /// - Parameters:
    ///   - longestLog: beyond so many bytes of the log no state is held.
    ///   - check: Called before each transaction, with its connection if that is open already; throws if the file is
    ///     not what it was.
    ///   - open: makes a connection; called by any thread, without a lock.
    init(
        limit: Int, sequence: CommitSequence, longestLog: Int = .max,
        check: @escaping @Sendable (SQLiteConnection?) throws(SQLiteFailure) -> Void = { _ in },
        open: @escaping @Sendable () throws -> SQLiteConnection
    ) {
        (self.limit, self.sequence, self.check, self.open) = (max(1, limit), sequence, check, open)
        self.longestLog = longestLog
    }

    // MARK: Reading

    /// Runs a closure on the caller's thread, in a transaction that sees one state of the file.
    /// - Parameter isMain: whether a context of the main queue asks.
    /// - Throws: what the closure throws; ``SQLiteFailure`` if there is no connection to be had.
    func read<Result>(isMain: Bool = false, _ body: (ReadTransaction) throws -> Result) throws -> Result {
        var loan = try take(isMain)
        defer { give(loan) }
        try check(loan.connection)
        let connection = try loan.connection ?? open()
        loan.connection = connection
        return try ReadTransaction.run(on: connection, sequence, body)
    }

    /// Holds the state of the file as it is now, until it is ended. Its connection does not count towards the limit.
    package func hold() throws -> HeldReader {
        let reader = try HeldReader(open(), sequence, longestLog: longestLog)
        let isClosed = state.withLock { state in
            if !state.isClosed { state.held[ObjectIdentifier(reader)] = reader }
            return state.isClosed
        }
        guard !isClosed else {
            reader.end()
            throw Self.closed
        }
        return reader
    }

    /// Lets go of a state that was held. It is read no more.
    package func release(_ reader: HeldReader) {
        state.withLock { _ = $0.held.removeValue(forKey: ObjectIdentifier(reader)) }
        reader.end()
    }

    /// Whether a state is held.
    var isHolding: Bool { state.withLock { !$0.held.isEmpty } }

    /// Ends all states that are held, as soon as those who read them now are done: the log has grown too long.
    func expireHeld() {
        let held = state.withLock { state in
            defer { state.held = [:] }
            return Array(state.held.values)
        }
        for reader in held { reader.expire() }
    }

    // MARK: Lending

    private static let closed = SQLiteFailure(
        code: 21, message: "the store was removed from its coordinator", path: "a file that is closed", statement: nil)

    private func take(_ isMain: Bool) throws -> Loan {
        let thread = mainspring_thread_id()
        let answer = state.withLock { state -> Answer in
            if state.isClosed { return .closed }
            let isInside = state.threads.contains(thread)
            if isMain, !state.isMainInUse {
                state.isMainInUse = true
                state.threads.append(thread)
                defer { state.main = nil }
                return .loan(Loan(connection: state.main, isMain: true))
            }
            if let connection = state.idle.popLast() {
                state.threads.append(thread)
                return .loan(Loan(connection: connection, isMain: false))
            }
            if state.count < limit || isInside {
                state.count += 1
                state.threads.append(thread)
                return .loan(Loan(connection: nil, isMain: false))
            }
            let waiter = Waiter(thread: thread)
            state.waiting.append(waiter)
            return .wait(waiter)
        }
        switch answer {
        case .loan(let loan): return loan
        case .closed: throw Self.closed
        case .wait(let waiter):
            waiter.arrived.wait()
            guard let loan = waiter.loan else { throw Self.closed }
            return loan
        }
    }

    private func give(_ loan: Loan) {
        let thread = mainspring_thread_id()
        var connection = loan.connection
        if connection?.isInTransaction == true {
            connection?.close()
            connection = nil
        }
        let (next, isTooMany, closing) = state.withLock { state -> (Waiter?, Bool, [DispatchSemaphore]) in
            if let index = state.threads.lastIndex(of: thread) { state.threads.remove(at: index) }
            if loan.isMain {
                state.isMainInUse = false
                if !state.isClosed { state.main = connection }
            } else if !state.waiting.isEmpty {
                // It goes from hand to hand, so that nobody who came later is before.
                let next = state.waiting.removeFirst()
                next.loan = Loan(connection: connection, isMain: false)
                state.threads.append(next.thread)
                return (next, false, [])
            } else if let connection, state.count <= limit, !state.isClosed {
                state.idle.append(connection)
            } else {
                state.count -= 1
                return (nil, true, state.takeClosing())
            }
            return (nil, state.isClosed, state.takeClosing())
        }
        next?.arrived.signal()
        if isTooMany { connection?.close() }
        for waiting in closing { waiting.signal() }
    }

    // MARK: Closing

    /// Closes all connections, waiting for those who read; who comes later gets an error.
    func close() {
        let (idle, held) = state.withLock { state -> ([SQLiteConnection], [HeldReader]) in
            state.isClosed = true
            defer { (state.idle, state.main, state.held) = ([], nil, [:]) }
            return (state.idle + (state.main.map { [$0] } ?? []), Array(state.held.values))
        }
        for connection in idle { connection.close() }
        for reader in held { reader.end() }
        let back = DispatchSemaphore(value: 0)
        let isUnused = state.withLock { state in
            if !state.isUnused { state.closing.append(back) }
            return state.isUnused
        }
        if !isUnused { back.wait() }
    }
}
