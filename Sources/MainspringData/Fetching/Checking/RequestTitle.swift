internal import MainspringModel

/// A request in sentences.
struct RequestTitle {
    private let request: FetchRequestDescription

    private static let longest = 300

    init(_ request: FetchRequestDescription) { self.request = request }

    /// The request in a line, of which a long one is cut. Made when it is asked for: objects in a predicate are described with all their values,
    /// which takes longer than many a fetch.
    var line: String {
        let line = request.description
        return line.utf8.count <= Self.longest ? line : String(line.prefix(Self.longest)) + "…"
    }

    /// An error of the request.
    /// - Parameters:
    ///   - problem: with Apple's words where Apple has some; without a full stop.
    ///   - advice: what to do: a sentence.
    func error(
        _ kind: FetchRequestError.Kind, _ property: String?, _ problem: String, _ advice: String
    ) -> FetchRequestError {
        FetchRequestError(
            kind, request: line, property: property, "\(problem), in the request “\(line)”. \(advice)")
    }

    /// An error that was met while the request was evaluated.
    func failure(_ error: any Error) -> FetchRequestError {
        if let error = error as? FetchRequestError { return error }
        return FetchRequestError(
            .evaluationFailed, request: line, "The request “\(line)” cannot be evaluated: \(error)")
    }
}
