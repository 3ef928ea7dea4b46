package import CoreData

/// A form for something new: a temporary child, which Save saves and Cancel drops.
package protocol EditingForm: AnyObject {
    /// Fills the form.
    func enter(_ name: String)
    /// Keeps everything.
    func save()
    /// Drops everything.
    func cancel()
}

/// The form whose context is used directly, on the main thread: one of the main queue, or a confined one.
package final class DirectForm: EditingForm {
    private var temporaryContext: NSManagedObjectContext?
    private let mainMOC: NSManagedObjectContext

    package init(_ mainMOC: NSManagedObjectContext, _ concurrencyType: NSManagedObjectContextConcurrencyType) {
        let temporaryContext = NSManagedObjectContext(concurrencyType: concurrencyType)
        temporaryContext.parent = mainMOC
        self.temporaryContext = temporaryContext
        self.mainMOC = mainMOC
    }

    package func enter(_ name: String) {
        guard let temporaryContext else { return }
        let user =
            NSEntityDescription.insertNewObject(forEntityName: "TwitterUser", into: temporaryContext) as! TwitterUser
        user.name = name
    }

    package func save() {
        let mainMOC = mainMOC
        do {
            try temporaryContext?.save()
        } catch {
            print(error)
        }
        mainMOC.perform {
            do {
                try mainMOC.save()
            } catch {
                print(error)
            }
        }
    }

    package func cancel() { temporaryContext = nil }
}

/// The form whose context has a queue of its own, and is used through `perform`.
package final class QueuedForm: EditingForm {
    private var temporaryContext: NSManagedObjectContext?
    private let mainMOC: NSManagedObjectContext

    package init(_ mainMOC: NSManagedObjectContext) {
        let temporaryContext = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        temporaryContext.parent = mainMOC
        self.temporaryContext = temporaryContext
        self.mainMOC = mainMOC
    }

    package func enter(_ name: String) {
        guard let temporaryContext else { return }
        temporaryContext.perform {
            let user =
                NSEntityDescription.insertNewObject(forEntityName: "TwitterUser", into: temporaryContext)
                as! TwitterUser
            user.name = name
        }
    }

    package func save() {
        guard let temporaryContext else { return }
        let mainMOC = mainMOC
        temporaryContext.perform {
            do {
                try temporaryContext.save()
            } catch {
                print(error)
            }
            mainMOC.perform {
                do {
                    try mainMOC.save()
                } catch {
                    print(error)
                }
            }
        }
    }

    package func cancel() { temporaryContext = nil }
}
