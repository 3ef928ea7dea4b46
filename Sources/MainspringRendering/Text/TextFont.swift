public import Foundation

/// Ours: a font, by the name of its family; what `CTFont` and `UIFont` are elsewhere.
///
/// Which fonts there are is up to fontconfig. A family that is not installed is replaced by one that is, with a sentence on standard error,
/// once; so are letters that a family lacks, without one. The names that Apple's systems always have, as Helvetica, Times and Menlo, stand
/// for the installed sans-serif, serif and monospaced families where they are not there themselves.
public struct TextFont: Hashable, Sendable {
    /// The family's name, as "DejaVu Sans"; case and spaces do not count.
    public var family: String
    /// How many units an em has. Taken as from 0.01 to 10,000; what is no number as 0.01.
    public var size: CGFloat
    /// How bold it is, from 100 to 900; 400 is regular, 700 bold.
    public var weight: Int
    /// Whether it slants.
    public var isItalic: Bool

    /// The smallest and the largest size that letters get.
    static let sizes: ClosedRange<Double> = 0.01...10_000

    /// Makes a font of a family.
    public init(family: String, size: CGFloat, weight: Int = 400, isItalic: Bool = false) {
        (self.family, self.size, self.weight, self.isItalic) = (family, size, weight, isItalic)
    }

    /// Makes a font by a name as Apple's fonts have it: the family's, or with a style behind a hyphen, as
    /// "Helvetica-BoldOblique".
    ///
    /// What stands behind the last hyphen is part of the family's name unless all of it is a known style.
    public init(name: String, size: CGFloat) {
        self.init(family: name, size: size)
        guard let hyphen = name.lastIndex(of: "-"), let style = Style(name[name.index(after: hyphen)...]) else {
            return
        }
        family = String(name[..<hyphen])
        (weight, isItalic) = (style.weight, style.isItalic)
    }

    /// The size that letters get.
    package var usableSize: Double {
        size.isNaN ? Self.sizes.lowerBound : min(max(size.native, Self.sizes.lowerBound), Self.sizes.upperBound)
    }

    var usableWeight: Int { min(max(weight, 100), 900) }

    /// What a name says behind its hyphen.
    private struct Style {
        var weight = 400
        var isItalic = false

        private static let weights: [(String, Int)] = [
            ("ultralight", 200), ("extralight", 200), ("semibold", 600), ("demibold", 600), ("extrabold", 800),
            ("ultrabold", 800), ("regular", 400), ("medium", 500), ("heavy", 800), ("black", 900), ("light", 300),
            ("roman", 400), ("thin", 100), ("bold", 700), ("book", 400),
        ]

        /// Nil for what is no style.
        init?(_ text: Substring) {
            var rest = text.lowercased()
            guard !rest.isEmpty else { return nil }
            for end in ["italic", "oblique"] where rest.hasSuffix(end) {
                isItalic = true
                rest.removeLast(end.count)
                break
            }
            if rest.isEmpty { return }
            guard let found = Self.weights.first(where: { $0.0 == rest }) else { return nil }
            weight = found.1
        }
    }
}
