internal import Foundation
internal import MainspringModel

extension NSFetchRequest {
    /// Executes the request in the context on whose queue it is called, within `perform` or `performAndWait`.
    ///
    /// **Differences from Apple**: throws where there is no such context, or the results are of another type than the
    /// request; Apple raises or goes on.
    /// - Returns: what comes out, in its order.
    public final func execute() throws -> [ResultType] {
        let title = RequestTitle(requestDescription)
        guard let executor = FetchExecution.current else {
            throw title.error(
                .noContext, nil, "No context belongs to the calling queue",
                "Call execute() within perform or performAndWait of a context, or call fetch(_:) of one.")
        }
        let results = try executor.results(of: requestDescription)
        return try results.map { result in
            guard let typed = result as? ResultType else {
                throw title.error(
                    .contradictoryResultType, nil,
                    "A result is of the class \(type(of: result)), and the request is one for \(ResultType.self)",
                    "Set the result type, or make an NSFetchRequest of the type that comes out.")
            }
            return typed
        }
    }
}
