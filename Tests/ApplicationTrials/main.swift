// Applications on the process's initial thread, each in a process of its own, which says what its delegate hears, and
// whose status is what the tests look at. A process that hangs ends by itself.
//
//   application-trials TRIAL
import Foundation
import Mainspring
import MainspringApplication

// Kills the process, and so tells of it, instead of letting the tests wait.
alarm(120)

guard CommandLine.arguments.count == 2, let trial = Trial(rawValue: CommandLine.arguments[1]) else { exit(64) }

if trial == .blocked {
    var signals = sigset_t()
    sigfillset(&signals)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
}
let application = Application.shared
let delegate = TrialDelegate(trial)
application.windowSystem = HeadlessWindowSystem()
application.delegate = delegate
application.run()
say("run has returned")
