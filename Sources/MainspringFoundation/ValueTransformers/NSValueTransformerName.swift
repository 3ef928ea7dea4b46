/// The name under which a value transformer is known.
public struct NSValueTransformerName: RawRepresentable, Hashable, Sendable {
    /// The name as models have it.
    public let rawValue: String

    /// Makes a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Makes a name.
    public init(_ rawValue: String) { self.rawValue = rawValue }
}

extension NSValueTransformerName {
    /// Turns a truth value into its opposite, in both directions.
    public static let negateBooleanTransformerName = NSValueTransformerName("NSNegateBoolean")

    /// Gives `true` for `nil`, otherwise `false`; in one direction.
    public static let isNilTransformerName = NSValueTransformerName("NSIsNil")

    /// Gives `false` for `nil`, otherwise `true`; in one direction.
    public static let isNotNilTransformerName = NSValueTransformerName("NSIsNotNil")

    /// Reads archives without keys.
    ///
    /// **Differences from Apple:** such archives are not read: everything is `nil`, and a sentence says so once.
    @available(*, deprecated, message: "Use secureUnarchiveFromDataTransformerName.")
    public static let unarchiveFromDataTransformerName = NSValueTransformerName("NSUnarchiveFromData")

    /// Turns keyed archives into values and back.
    ///
    /// **Differences from Apple:** reads what ``secureUnarchiveFromDataTransformerName`` reads, and nothing else.
    @available(*, deprecated, message: "Use secureUnarchiveFromDataTransformerName.")
    public static let keyedUnarchiveFromDataTransformerName = NSValueTransformerName("NSKeyedUnarchiveFromData")

    /// Turns keyed archives of Foundation's classes into values and back: ``NSSecureUnarchiveFromDataTransformer``.
    public static let secureUnarchiveFromDataTransformerName = NSValueTransformerName("NSSecureUnarchiveFromData")
}
