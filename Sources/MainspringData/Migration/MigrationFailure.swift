internal import Foundation
internal import MainspringModel

/// Why a store's contents cannot become those of a new model, though a mapping between the models was inferred.
enum MigrationFailure {
    /// A row has no value for what is required now.
    static func missingValue(
        _ property: NSPropertyDescription, _ entity: NSEntityDescription, _ url: URL
    ) -> NSError {
        let isAttribute = property is NSAttributeDescription
        let kind = isAttribute ? "attribute" : "relationship"
        let reason =
            isAttribute
            ? "Validation error missing attribute values on mandatory destination attribute"
            : "Validation error missing destination on mandatory destination relationship"
        let name = entity.name ?? ""
        let inner = CoreDataError.make(
            NSMigrationError, "An object of “\(name)” has no value for “\(property.name)”.",
            userInfo: ["entity": name, kind: property.name, "reason": reason])
        return error(
            "an object of “\(name)” has no value for the \(kind) “\(property.name)”, which is not optional any more",
            isAttribute
                ? "Give the attribute a default value in the new model, let it be optional, or set the values in a stage before."
                : "Let the relationship be optional, or set it in a stage before.",
            reason: "Cannot migrate store in-place: \(reason)", url, ["entity": name, kind: property.name],
            underlying: inner)
    }

    /// There are objects of an entity that is abstract now.
    static func abstractEntity(_ entity: NSEntityDescription, _ url: URL) -> NSError {
        error(
            "there are objects of “\(entity.name ?? "")”, which is abstract in the new model",
            "Make them objects of a subentity in a stage before, or delete them.",
            reason: "Objects of an entity that is abstract in the destination model", url,
            ["entity": entity.name ?? ""])
    }

    /// Objects have the same values and must not.
    static func notUnique(
        _ names: [String], _ entity: NSEntityDescription?, _ url: URL, _ failure: SQLiteFailure? = nil
    ) -> NSError {
        let what = names.map { "“\($0)”" }.joined(separator: ", ")
        let own = failure.map {
            NSError(
                domain: NSSQLiteErrorDomain, code: Int($0.code), userInfo: [NSLocalizedDescriptionKey: $0.description])
        }
        return CoreDataError.make(
            NSMigrationConstraintViolationError,
            "The store at \(url.path) cannot be migrated: objects of “\(entity?.name ?? "")” have the same values of \(what) "
                + "and must not in the new model. Let them differ before, or take the constraint out.",
            userInfo: [
                NSFilePathErrorKey: url.path, "entity": entity?.name ?? "", "constraint": names,
                "reason": "Constraint unique violation",
            ], underlying: own)
    }

    /// A trigger of the program's does not fit the new tables.
    static func trigger(_ name: String, _ url: URL, _ failure: SQLiteFailure) -> NSError {
        error(
            "its trigger \(name) does not fit the new tables: \(failure.message)",
            "Drop the trigger before, and make it anew.", reason: "A trigger does not fit the destination schema", url,
            ["trigger": name], underlying: failure)
    }

    /// What is opened read-only is not rewritten either, or its triggers cannot run any more.
    static func unwritable(_ reason: String, _ url: URL) -> NSError {
        CoreDataError.make(
            NSMigrationError, "The store at \(url.path) cannot be migrated. \(reason)",
            userInfo: [
                NSFilePathErrorKey: url.path, "sourceURL": url, "reason": "Cannot migrate store in-place: \(reason)",
            ])
    }

    /// What a deferred migration has left is in a file that is not to be written.
    static func leftovers(_ reason: String, _ url: URL) -> NSError {
        CoreDataError.make(
            NSMigrationError,
            "What migrations have left in the store at \(url.path) cannot be removed, and does no harm there. \(reason)",
            userInfo: [NSFilePathErrorKey: url.path, "reason": reason])
    }

    /// What SQLite says of a statement of a migration.
    static func sqlite(_ failure: SQLiteFailure, _ url: URL) -> NSError {
        if failure.isUniqueness {
            return CoreDataError.make(
                NSMigrationConstraintViolationError,
                "The store at \(url.path) cannot be migrated: objects would have the same values and must not. SQLite says: "
                    + "\(failure.message). Let them differ before.",
                userInfo: [NSFilePathErrorKey: url.path, "reason": "Constraint unique violation"], underlying: failure)
        }
        let begin = "The store at \(url.path) was not migrated, and is as it was"
        let isStopped = failure.isInterruption || failure.isBusy
        let isCancelled = isStopped && Cancellation.ofMigrations?.isCancelled == true
        let advice =
            if isCancelled {
                "\(begin): it was interrupted."
            } else if failure.isFull {
                "\(begin): the disk is full. Make room: a migration may need as much as the store has."
            } else if failure.isBusy {
                "\(begin): another process has it locked. Try again when that is done."
            } else {
                "\(begin): \(failure.reason(advice: "Check that the file and its folder are writable."))"
            }
        let error = failure.storeError(isCancelled ? CocoaError.Code.userCancelled.rawValue : NSMigrationError, advice)
        var info = error.userInfo
        info["reason"] = "Cannot migrate store in-place: \(failure.message)"
        info["sourceURL"] = url
        return NSError(domain: error.domain, code: error.code, userInfo: info)
    }

    private static func error(
        _ clause: String, _ advice: String, reason: String, _ url: URL, _ info: [String: Any],
        underlying: (any Error)? = nil
    ) -> NSError {
        var info = info
        info["reason"] = reason
        info["sourceURL"] = url
        info[NSFilePathErrorKey] = url.path
        return CoreDataError.make(
            NSMigrationError, "The store at \(url.path) cannot be migrated: \(clause). \(advice)", userInfo: info,
            underlying: underlying)
    }
}
