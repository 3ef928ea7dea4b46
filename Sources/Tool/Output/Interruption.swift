internal import Dispatch
internal import Glibc

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
        signal(number, SIG_IGN)
        source.setEventHandler { UnfinishedFiles.shared.removeForEver(by: number) }
        source.resume()
        return source
    }

    /// Sees to it that files are not left half-written, and that a closed pipe is an error that can be told from others.
    static func prepare() {
        signal(SIGPIPE, SIG_IGN)
        _ = sources
    }
}
