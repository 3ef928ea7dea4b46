import Foundation
import Mainspring
import MainspringAnimation
import MainspringApplication

/// Says what it hears, and does what its trial is about.
final class TrialDelegate: ApplicationDelegate {
    private let trial: Trial
    private var questions = 0
    private var host: LayerHost?

    init(_ trial: Trial) {
        self.trial = trial
        let application = Application.shared
        application.handlesTerminationSignals = trial != .unheard
        // Nothing waits for it, unless on a virtual clock.
        application.timeToSave = 3600
    }

    func applicationDidFinishLaunching(_ application: Application) {
        say("launched")
        switch trial {
        case .terminated, .blocked, .twice, .undecided, .stuck, .objected, .unheard: kill(getpid(), SIGTERM)
        case .interrupted: kill(getpid(), SIGINT)
        case .closed: closeAsUser(application)
        case .ended: application.terminate(nil)
        case .stopped: application.stop()
        case .threadless: showLayer()
        }
    }

    func applicationShouldTerminate(_ sender: Application) -> Application.TerminateReply {
        say("asked")
        questions += 1
        switch trial {
        case .twice:
            kill(getpid(), SIGINT)
            while true { pause() }
        case .undecided: return .terminateLater
        case .objected where questions == 1:
            CFRunLoopPerformBlock(sender.loop, .defaultMode) { kill(getpid(), SIGTERM) }
            return .terminateCancel
        default: return .terminateNow
        }
    }

    func applicationWillTerminate(_ application: Application) {
        say("ends")
        if trial == .stuck { while true { CFRunLoopRunInMode(.defaultMode, 1e6, false) } }
    }

    /// Shows a layer, and ends with its first frame.
    private func showLayer() {
        let host = LayerHost()
        self.host = host
        host.onFrame = { _ in
            say(CFRunLoopGetCurrent() == CFRunLoopGetMain() ? "frame on the main thread" : "frame on another thread")
            kill(getpid(), SIGTERM)
        }
        host.layer = CALayer()
        CATransaction.flush()
    }

    private func closeAsUser(_ application: Application) {
        do {
            let window = try Window()
            window.show()
            let system = application.windowSystem as? HeadlessWindowSystem
            system?.surfaces.first?.send(.window(.closeRequested))
        } catch {
            say("\(error)")
        }
    }
}

/// Writes a line at once, so that it is there however the process ends.
func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(1, bytes, bytes.count)
}

/// Lets the process begin no more threads. Root is not limited, so it becomes another user.
func leaveNoThreads() {
    if getuid() == 0 { setuid(65_534) }
    var limit = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(__RLIMIT_NPROC.rawValue), &limit)
}
