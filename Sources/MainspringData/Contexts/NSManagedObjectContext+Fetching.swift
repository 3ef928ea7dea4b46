internal import Foundation
internal import MainspringModel

extension NSManagedObjectContext {
    /// The objects that a request asks for, in its order; what is not saved here counts, unless the request says not.
    ///
    /// Objects that are here already stay as they are. Costs what the stores cost; with unsaved changes of the entity all
    /// that the stores find is sorted here.
    /// - Throws: what is wrong with the request; what a store throws.
    public final func fetch<T>(_ request: NSFetchRequest<T>) throws -> [T] {
        try use { () throws in try fetch(request, from: nil) }
    }

    /// The same of what was read ahead.
    /// - Parameter ahead: nil where the source is asked.
    final func fetch<T>(_ request: NSFetchRequest<T>, from ahead: ReadAhead?) throws -> [T] {
        let description = request.requestDescription
        if description.resultType == .managedObjectResultType, T.self is NSManagedObject.Type {
            let objects = try core.objects(of: description, core.entity(of: description), from: ahead)
            guard let typed = Self.typed(objects, as: T.self) else { throw ResultType.error(objects, T.self) }
            return typed
        }
        let results = try core.results(of: description, from: ahead)
        guard let typed = results as? [T] else { throw ResultType.error(results, T.self) }
        return typed
    }

    /// Objects as those of a class; nil if there is one of another.
    private static func typed<T>(_ objects: [NSManagedObject], as type: T.Type) -> [T]? {
        var known: NSManagedObject.Type?
        for object in objects where Swift.type(of: object) != known {
            guard object is T else { return nil }
            known = Swift.type(of: object)
        }
        // Unsafe: arrays of references differ in the type of their elements alone, and each was asked for its own. To cast them one
        // by one took as long as to make them.
        return unsafeBitCast(objects, to: [T].self)
    }

    /// What a request asks for, of whatever type.
    @_disfavoredOverload
    public final func fetch(_ request: NSFetchRequest<any NSFetchRequestResult>) throws -> [Any] {
        try use { () throws in try core.results(of: request.requestDescription) }
    }

    /// How many results a request has.
    /// - Throws: as ``fetch(_:)->[T]``.
    public final func count<T>(for request: NSFetchRequest<T>) throws -> Int {
        try use { () throws in try core.count(of: request.requestDescription) }
    }
}

/// What is said of results that are not of the request's type.
private enum ResultType {
    static func error(_ results: [Any], _ type: Any.Type) -> any Error {
        let found = results.first.map { "\(Swift.type(of: $0))" } ?? "nothing"
        return CoreDataError.make(
            NSCoreDataError,
            "A fetch request for \(type) has found \(found). Set the result type, or make an NSFetchRequest of the type that comes out."
        )
    }
}
