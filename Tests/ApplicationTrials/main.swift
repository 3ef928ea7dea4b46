// Applications on the process's initial thread, each in a process of its own, which says what its delegate hears, and
// whose status is what the tests look at. A process that hangs ends by itself.
//
//   application-trials TRIAL
import Foundation
import Mainspring
import MainspringApplication

guard CommandLine.arguments.count == 2, let trial = Trial(rawValue: CommandLine.arguments[1]) else { exit(64) }

// Who starts the process may do it on a thread that blocks signals, as libdispatch's do.
var signals = sigset_t()
if trial == .blocked { sigfillset(&signals) } else { sigemptyset(&signals) }
sigdelset(&signals, SIGALRM)
pthread_sigmask(SIG_SETMASK, &signals, nil)
// Kills the process, and so tells of it, instead of letting the tests wait.
alarm(120)

if trial == .threadless { leaveNoThreads() }
if trial.isTimed { CFRunLoopGetMain().clock = VirtualClock() }
let application = Application.shared
let delegate = TrialDelegate(trial)
application.windowSystem = HeadlessWindowSystem()
application.delegate = delegate
application.run()
say("run has returned")
