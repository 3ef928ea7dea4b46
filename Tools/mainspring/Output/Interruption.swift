internal import Dispatch
internal import Foundation
internal import Glibc
internal import Synchronization
@_spi(Tools) internal import MainspringData

/// What happens when the tool is told to end, or nobody reads what it writes.
enum Interruption {
    // Constant once made; kept so that the signals go on being heard.
    nonisolated(unsafe) private static let sources: [any DispatchSourceSignal] = [SIGINT, SIGTERM, SIGHUP, SIGQUIT].map
    {
        number in
        // Who started the tool may have had it ignore a signal, as nohup does.
        var known = sigaction()
        sigaction(number, nil, &known)
        let isIgnored = unsafe known.__sigaction_handler.sa_handler.map { unsafeBitCast($0, to: Int.self) } == 1
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        guard !isIgnored else { return source }
        // A signal that comes before the source hears it waits for that. Threads that are made from here on have it blocked as well.
        var own = sigset_t()
        sigemptyset(&own)
        sigaddset(&own, number)
        pthread_sigmask(SIG_BLOCK, &own, nil)
        source.setEventHandler { end(by: number) }
        source.resume()
        return source
    }

    /// Work that is undone before the tool ends.
    private struct Work {
        let cancellation = Cancellation()
        /// What has interrupted it.
        var signal: Int32?
    }

    private static let work = Mutex<Work?>(nil)

    /// Migrates something where it lies. An interruption has that undone before the tool ends by it; others that come meanwhile change
    /// nothing, since some who interrupt send two. What was done before it came stays done, and the tool goes on.
    static func undoing<Result>(_ migrate: () throws -> Result) rethrows -> Result {
        let own = Work()
        work.withLock { $0 = own }
        defer { work.withLock { $0 = nil } }
        do {
            return try Cancellation.$ofMigrations.withValue(own.cancellation, operation: migrate)
        } catch let error as CocoaError where error.code == .userCancelled {
            if let signal = work.withLock({ $0?.signal }) { UnfinishedFiles.shared.removeForEver(by: signal) }
            throw error
        }
    }

    private static func end(by number: Int32) {
        let cancellation = work.withLock { work -> Cancellation? in
            if work?.signal == nil { work?.signal = number }
            return work?.cancellation
        }
        guard let cancellation else { return UnfinishedFiles.shared.removeForEver(by: number) }
        cancellation.cancel()
    }

    /// Sees to it that files are not left half-written, and that a closed pipe is an error that can be told from others.
    static func prepare() {
        signal(SIGPIPE, SIG_IGN)
        _ = sources
    }
}
