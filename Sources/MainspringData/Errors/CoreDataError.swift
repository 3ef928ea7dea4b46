package import Foundation

/// Makes the errors that are thrown: `NSError`s of `NSCocoaErrorDomain`, which are caught as `CocoaError` as well.
package enum CoreDataError {
    /// Makes an error of a code.
    /// - Parameters:
    ///   - description: is a sentence for people; where none is given the one that belongs to the code.
    ///   - underlying: is the error that led to this one.
    package static func make(
        _ code: Int, _ description: String? = nil, userInfo: [String: Any] = [:], underlying: (any Error)? = nil
    ) -> NSError {
        var info = userInfo
        info[NSLocalizedDescriptionKey] = description ?? sentence(code)
        if let underlying { info[NSUnderlyingErrorKey] = underlying }
        return NSError(domain: NSCocoaErrorDomain, code: code, userInfo: info)
    }

    /// The merge policy does not resolve conflicts between objects and what was saved since.
    /// - Parameter conflicts: go into the error under ``NSPersistentStoreSaveConflictsErrorKey``.
    package static func mergeConflicts(_ conflicts: [Any]) -> NSError {
        make(NSManagedObjectMergeError, userInfo: [NSPersistentStoreSaveConflictsErrorKey: conflicts])
    }

    /// The merge policy does not resolve conflicts between objects that must not have the same values.
    /// - Parameter conflicts: go into the error under ``NSPersistentStoreSaveConflictsErrorKey``.
    package static func constraintConflicts(_ conflicts: [Any]) -> NSError {
        make(NSManagedObjectConstraintMergeError, userInfo: [NSPersistentStoreSaveConflictsErrorKey: conflicts])
    }

    /// The store has no object of an identity.
    /// - Parameter objectID: goes into the error under `objectID`, as Apple's does.
    package static func missingObject(_ objectID: Any) -> NSError {
        make(NSManagedObjectReferentialIntegrityError, userInfo: ["objectID": objectID])
    }
}
