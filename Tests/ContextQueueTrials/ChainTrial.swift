import Dispatch
import Foundation

@testable import MainspringData

/// Contexts that wait for each other in one chain, which begins on the main thread and elsewhere.
enum ChainTrial {
    static func begin(_ loop: MainLoop) {
        let main = ContextQueue(.mainQueueConcurrencyType)
        let child = ContextQueue(.privateQueueConcurrencyType)
        let root = ContextQueue(.privateQueueConcurrencyType)
        // Before any loop runs, and in a queue of somebody else's that has the main thread.
        main.performAndWait { say("at once: \(main.isCurrent)") }
        DispatchQueue(label: "somebody else's").sync { main.performAndWait { say("inside another queue") } }
        DispatchQueue.main.async {
            child.performAndWait { main.performAndWait { root.performAndWait { main.performAndWait { say("down") } } } }
            child.perform {
                main.performAndWait {
                    root.performAndWait {
                        child.performAndWait { main.performAndWait { root.performAndWait { say("up") } } }
                    }
                    if loop == .ours { NestedRun.serve(main, child) }
                }
                exit(0)
            }
        }
    }
}
