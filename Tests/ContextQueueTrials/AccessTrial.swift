import Dispatch
import Foundation

@testable import MainspringData

/// Use of a main-queue context off the queue.
enum AccessTrial {
    static func begin() {
        let view = ContextQueue(.mainQueueConcurrencyType)
        view.name = "View"
        view.checkAccess(to: "An object")
        DispatchQueue.global().async {
            view.checkAccess(to: "An object")
            exit(0)
        }
    }
}
