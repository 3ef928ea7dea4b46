import Dispatch

@testable import MainspringData

/// The main thread waits for a context whose block waits for the main queue.
enum CircleTrial {
    static func begin(_ loop: MainLoop) {
        ConcurrencyDebug.turn(on: true)
        let view = ContextQueue(.mainQueueConcurrencyType)
        let importer = ContextQueue(.privateQueueConcurrencyType)
        (view.name, importer.name) = ("View", "Import")
        DispatchQueue.main.async {
            let begun = DispatchSemaphore(value: 0)
            importer.perform {
                begun.signal()
                view.performAndWait {}
            }
            begun.wait()
            importer.performAndWait {}
            say("no circle was told")
        }
    }
}
