internal import Foundation
internal import MainspringModel

extension NSManagedObjectContext {
    /// The objects that a request asks for, in its order; what is not saved here counts, unless the request says not.
    ///
    /// Objects that are here already stay as they are. Costs what the stores cost; with unsaved changes of the entity all
    /// that the stores find is sorted here.
    /// - Throws: what is wrong with the request; what a store throws.
    public final func fetch<T>(_ request: NSFetchRequest<T>) throws -> [T] {
        let results = try use { () throws in try core.results(of: request.requestDescription) }
        guard let typed = results as? [T] else { throw ResultType.error(results, T.self) }
        return typed
    }

    /// What a request asks for, of whatever type.
    @_disfavoredOverload
    public final func fetch(_ request: NSFetchRequest<any NSFetchRequestResult>) throws -> [Any] {
        try use { () throws in try core.results(of: request.requestDescription) }
    }

    /// How many results a request has.
    /// - Throws: as ``fetch(_:)``.
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
