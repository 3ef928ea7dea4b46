import Foundation
import Mainspring
import MainspringAnimation
import MainspringApplication

/// The end of the terminal, by which the program ends as orderly as by SIGTERM: the application itself hears of that and of
/// SIGINT alone.
enum Hangup {
    /// Listens to SIGHUP from now on, with the application's loop. One that whoever started the program has ignored, as
    /// nohup does, stays so.
    /// - Throws: `SignalSource.Failure`.
    static func listen(for application: Application) throws {
        var former = sigaction()
        sigaction(SIGHUP, nil, &former)
        // A handler is a function's address, save those that are numbers.
        let isIgnored = unsafe former.__sigaction_handler.sa_handler.map { unsafeBitCast($0, to: Int.self) } == 1
        guard !isIgnored else { return }
        let source = try SignalSource(signal: SIGHUP) { [unowned application] _ in
            application.post(Event(.terminationRequested(signal: SIGHUP), time: CACurrentMediaTime()))
        }
        CFRunLoopAddSource(application.loop, source.source, CFRunLoopMode.commonModes)
    }
}
