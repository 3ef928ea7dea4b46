import Foundation
import Mainspring

/// What serves the main queue.
enum MainLoop: String {
    case ours, foundation, joined, dispatch

    /// Serves it for ever, on the initial thread as long as that is there.
    func run() -> Never {
        switch self {
        case .ours: while true { CFRunLoopRun() }
        case .foundation: while true { RunLoop.main.run() }
        case .joined:
            FoundationLoop.join()
            while true { RunLoop.main.run() }
        case .dispatch: dispatchMain()
        }
    }
}
