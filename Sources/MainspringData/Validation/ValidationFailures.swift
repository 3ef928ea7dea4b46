internal import Foundation

/// Collects what is wrong with a value, an object, or all objects of a save.
///
/// One failure is thrown as it is. Several are thrown as one error of the code 1560, whose ``NSDetailedErrorsKey`` has
/// them in the order in which they were added; one of several among them is replaced by what it is made of. Those details
/// are `NSError`s: an error of another type stands under the `NSUnderlyingErrorKey` of one with its domain, code and
/// sentence, since nothing else leads back to it without the Objective-C runtime.
package struct ValidationFailures {
    /// What was collected, in its order.
    package private(set) var errors: [any Error] = []

    /// Makes a collection of nothing.
    package init() {}

    /// Adds an error.
    package mutating func add(_ error: any Error) {
        let parts = Self.parts(of: error)
        if parts.isEmpty { errors.append(error) } else { errors += parts }
    }

    /// Calls a closure, and adds what it throws.
    package mutating func collect(_ body: () throws -> Void) {
        do { try body() } catch { add(error) }
    }

    /// Nothing, the only error, or one error for all.
    package var combined: (any Error)? {
        guard errors.count > 1 else { return errors.first }
        return CoreDataError.make(
            NSValidationMultipleErrorsError, userInfo: [NSDetailedErrorsKey: errors.map { Self.foundationError($0) }])
    }

    /// Throws what was collected, if anything was.
    package func check() throws { if let combined { throw combined } }

    /// What an error of several is made of; nothing for others.
    private static func parts(of error: any Error) -> [any Error] {
        let error = error as NSError
        guard error.domain == NSCocoaErrorDomain, error.code == NSValidationMultipleErrorsError else { return [] }
        return error.userInfo[NSDetailedErrorsKey] as? [any Error] ?? []
    }

    private static func foundationError<Failure: Error>(_ error: Failure) -> NSError {
        let result = error as NSError
        if result as any Error is Failure { return result }
        var info = result.userInfo
        info[NSLocalizedDescriptionKey] = error.localizedDescription
        info[NSUnderlyingErrorKey] = error
        return NSError(domain: result.domain, code: result.code, userInfo: info)
    }
}
