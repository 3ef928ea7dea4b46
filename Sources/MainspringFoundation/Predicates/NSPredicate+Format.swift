public import Foundation

/// What gives ``NSPredicate`` the initializers that make objects of its subclasses, as Apple's do.
///
/// Ours, and for `NSPredicate` alone: only an initializer of a protocol may return another object than it was called for.
public protocol PredicateMaking {}

extension PredicateMaking where Self == NSPredicate {
    /// Makes a predicate of a format and the arguments for its placeholders; see <doc:Predicates> for the language.
    ///
    /// A comparison makes an ``NSComparisonPredicate``, `AND`, `OR` and `NOT` an ``NSCompoundPredicate``. A format that
    /// cannot be read makes a predicate that never holds, and its error goes where those of ``PredicateFailure`` go; see
    /// ``NSPredicate/formatError``. Costs about a microsecond for a comparison.
    ///
    /// **Differences from Apple**: takes arguments of every type, since few types of Foundation are `CVarArg` on Linux.
    public init(format predicateFormat: String, _ args: Any?...) { self.init(read: predicateFormat, args) }

    /// Makes a predicate of a format and the arguments for its placeholders.
    public init(format predicateFormat: String, argumentArray arguments: [Any]?) {
        self.init(read: predicateFormat, arguments ?? [])
    }

    /// Makes a predicate of a format, or throws what is wrong with it. Ours.
    public init(parsing format: String, arguments: [Any?] = []) throws(PredicateFailure) {
        self = try PredicateParser.predicate(format, arguments)
    }

    /// Makes a predicate of one that `#Predicate` has made; `nil` if a part of it has no counterpart.
    ///
    /// Key paths are named by the keys that classes declare with them; see ``KeyTable/path(for:)``. Texts are compared as
    /// formats compare them, by their characters as they are written: no text contains the empty one, and the count of a text
    /// is its `length` in units of UTF-16, as on Apple's platforms.
    public init?<Input>(_ predicate: Foundation.Predicate<Input>) {
        guard let predicate = PredicateConversion.predicate(predicate) else { return nil }
        self = predicate
    }

    /// Makes a predicate of one of Foundation's own, which is a closure here: all that can be asked of it. Ours.
    public init(_ predicate: Foundation.NSPredicate) {
        self = NSPredicate { object, variables in predicate.evaluate(with: object, substitutionVariables: variables) }
    }

    /// Not here: the arguments of a `va_list` cannot be told from each other on Linux.
    @available(*, unavailable, message: "A va_list cannot be read on Linux. Use init(format:argumentArray:).")
    public init(format predicateFormat: String, arguments argList: CVaListPointer) { self = NSPredicate(value: false) }

    /// Not here: queries of Spotlight.
    @available(*, unavailable, message: "There is no Spotlight on Linux.")
    public init?(fromMetadataQueryString queryString: String) { return nil }

    private init(read format: String, _ arguments: [Any?]) {
        do {
            self = try PredicateParser.predicate(format, arguments)
        } catch {
            PredicateFailure.report(error)
            self = NSPredicate(.refused(error))
        }
    }
}
