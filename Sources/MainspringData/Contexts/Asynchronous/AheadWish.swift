internal import Foundation
internal import class MainspringFoundation.NSComparisonPredicate
internal import class MainspringFoundation.NSExpression
internal import class MainspringFoundation.NSPredicate
internal import MainspringFoundation
internal import MainspringModel

/// What is to be read of the stores for a fetch.
struct AheadWish: Sendable {
    package enum Kind: Sendable {
        /// Objects, or which they are.
        case objects
        case count
        case dictionaries
    }

    let kind: Kind
    let request: FetchRequestDescription

    init(_ kind: Kind, _ request: FetchRequestDescription) { (self.kind, self.request) = (kind, request) }

    /// What a fetch will ask for, as far as that is known before: on the context's queue.
    init(_ request: FetchRequestDescription, _ entity: NSEntityDescription, _ core: ContextCore) {
        let mayMeetUnsaved = request.includesPendingChanges && core.hasListedChanges
        switch request.resultType {
        case .dictionaryResultType: self.init(.dictionaries, request)
        case .countResultType where !mayMeetUnsaved: self.init(.count, request)
        default: self.init(.objects, mayMeetUnsaved ? Self.padded(request) : request)
        }
    }

    /// A request with what is left out at its beginning, and with as many more as may be displaced by what is not saved.
    private static func padded(_ request: FetchRequestDescription) -> FetchRequestDescription {
        guard request.fetchLimit > 0 || request.fetchOffset > 0,
            let padded = request.copy() as? FetchRequestDescription
        else { return request }
        let limit = request.fetchLimit.addingReportingOverflow(request.fetchOffset)
        let all = limit.partialValue.addingReportingOverflow(UnsavedCandidates.mostCounted)
        padded.fetchLimit = request.fetchLimit <= 0 || limit.overflow || all.overflow ? 0 : all.partialValue
        padded.fetchOffset = 0
        return padded
    }

    /// The request for another thread than that of the objects it names: it names their identities, as they are now.
    func naming() -> FetchRequestDescription {
        guard let named = request.copy() as? FetchRequestDescription else { return request }
        named.predicate = request.predicate.map(ObjectNaming().rewritten)
        named.havingPredicate = request.havingPredicate.map(ObjectNaming().rewritten)
        return named
    }
}

extension ContextCore {
    /// Whether anything may not be saved here. Processes nothing.
    final var hasListedChanges: Bool {
        !event.touched.isEmpty || !pendingChanges.isEmpty || saving != nil || childLinks.taking != nil
    }
}

/// Lets predicates name objects by their identities.
private struct ObjectNaming: PredicateRewriter {
    func replacement(for expression: NSExpression) -> NSExpression? {
        guard expression.expressionType == .constantValue, Self.names(expression.constantValue) else { return nil }
        return NSExpression(forConstantValue: IdentityRewriter.identity(expression.constantValue))
    }

    /// Whether a value is an object, or a collection in which there is one.
    private static func names(_ value: Any?) -> Bool {
        guard let value = plain(value) else { return false }
        return value is NSManagedObject || elements(of: value)?.contains { names($0) } ?? false
    }
}
