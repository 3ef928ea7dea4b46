extension NSComparisonPredicate {
    /// Which elements of the left side's collection a comparison is made with, with Apple's raw values.
    public enum Modifier: UInt, Sendable {
        /// With the value itself.
        case direct = 0
        /// With all elements: `ALL`. Holds for none.
        case all = 1
        /// With at least one element: `ANY`.
        case any = 2
    }

    /// What a comparison asks, with Apple's raw values.
    public enum Operator: UInt, Sendable {
        /// `<`
        case lessThan = 0
        /// `<=`
        case lessThanOrEqualTo = 1
        /// `>`
        case greaterThan = 2
        /// `>=`
        case greaterThanOrEqualTo = 3
        /// `==`
        case equalTo = 4
        /// `!=`
        case notEqualTo = 5
        /// `MATCHES`: a regular expression of ICU for the whole text.
        case matches = 6
        /// `LIKE`: a pattern in which `?` is one character and `*` any number.
        case like = 7
        /// `BEGINSWITH`
        case beginsWith = 8
        /// `ENDSWITH`
        case endsWith = 9
        /// `IN`: in a collection, or as a part of a text.
        case `in` = 10
        /// By a method of the left side: not on Linux, where there are no selectors.
        case customSelector = 11
        /// `CONTAINS`: the other way round than `IN`.
        case contains = 99
        /// `BETWEEN`: not less than the first and not greater than the second of two values.
        case between = 100
    }

    /// Which differences between texts do not count, with Apple's raw values.
    public struct Options: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: UInt

        /// Makes options of bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Capital and small letters are the same: `[c]`.
        public static let caseInsensitive = Options(rawValue: 1)
        /// Letters with and without accents are the same: `[d]`.
        public static let diacriticInsensitive = Options(rawValue: 2)
        /// The texts were composed in the same way before: `[n]`.
        public static let normalized = Options(rawValue: 4)
        /// The texts are compared as the current locale does: `[l]`. Ours: Apple has the letter, but no name for it.
        public static let localeSensitive = Options(rawValue: 8)
    }
}
