public import Foundation

/// Ours: something that is done to the picture of a layer and of what is in it, for ``CALayer/filters``.
///
/// Apple's are objects of Core Image, which is not here. Colours are those of sRGB as they are encoded, as CSS's filters have them, whose
/// factors these are (Filter Effects 1, section 8).
public struct LayerFilter: Hashable, Sendable {
    /// What is done.
    package enum Kind: Hashable, Sendable {
        case gaussianBlur(radius: Double)
        /// Four rows (red, green, blue, alpha) of five columns, for colours that alpha is not multiplied into.
        case colorMatrix([Float])
    }

    package let kind: Kind

    /// Blurs as a Gaussian bell does.
    /// - Parameter radius: The bell's standard deviation, in points of the layer; what is below 0 or no number counts as 0, and at most 500 do.
    public static func gaussianBlur(radius: CGFloat) -> LayerFilter {
        LayerFilter(kind: .gaussianBlur(radius: radius > 0 ? min(Double(radius), 500) : 0))
    }

    /// Multiplies colours by a matrix.
    /// - Parameter matrix: Twenty numbers: of each of the rows for red, green, blue and alpha the factors of these four, from 0 to 1, and
    ///   what is added. Another count, or a number that is none, leaves colours as they are.
    public static func colorMatrix(_ matrix: [Float]) -> LayerFilter {
        guard matrix.count == 20, matrix.allSatisfy(\.isFinite) else {
            return LayerFilter(kind: .colorMatrix(identity))
        }
        return LayerFilter(kind: .colorMatrix(matrix))
    }

    /// Makes colours stronger, above 1, or greyer, below; 0 is grey.
    public static func saturation(_ amount: CGFloat) -> LayerFilter {
        let s = factor(amount)
        return rows(
            [0.213 + 0.787 * s, 0.715 - 0.715 * s, 0.072 - 0.072 * s],
            [0.213 - 0.213 * s, 0.715 + 0.285 * s, 0.072 - 0.072 * s],
            [0.213 - 0.213 * s, 0.715 - 0.715 * s, 0.072 + 0.928 * s])
    }

    /// Multiplies colours; 0 is black.
    public static func brightness(_ amount: CGFloat) -> LayerFilter {
        let b = factor(amount)
        return rows([b, 0, 0], [0, b, 0], [0, 0, b])
    }

    /// Moves colours away from a middle grey, above 1, or to it, below.
    public static func contrast(_ amount: CGFloat) -> LayerFilter {
        let c = factor(amount)
        return rows([c, 0, 0], [0, c, 0], [0, 0, c], adding: 0.5 - 0.5 * c)
    }

    /// Turns colours into their opposites, as much as an amount from 0 to 1 says.
    public static func inversion(_ amount: CGFloat) -> LayerFilter {
        let i = min(factor(amount), 1)
        return rows([1 - 2 * i, 0, 0], [0, 1 - 2 * i, 0], [0, 0, 1 - 2 * i], adding: i)
    }

    /// Turns colours about the circle of hues.
    /// - Parameter angle: In radians; what is no number counts as 0.
    public static func hueRotation(_ angle: CGFloat) -> LayerFilter {
        let angle = angle.isFinite ? Double(angle) : 0
        let (c, s) = (Float(cos(angle)), Float(sin(angle)))
        return rows(
            [0.213 + c * 0.787 - s * 0.213, 0.715 - c * 0.715 - s * 0.715, 0.072 - c * 0.072 + s * 0.928],
            [0.213 - c * 0.213 + s * 0.143, 0.715 + c * 0.285 + s * 0.140, 0.072 - c * 0.072 - s * 0.283],
            [0.213 - c * 0.213 - s * 0.787, 0.715 - c * 0.715 + s * 0.715, 0.072 + c * 0.928 + s * 0.072])
    }

    /// Makes colours those of an old photograph, as much as an amount from 0 to 1 says.
    public static func sepia(_ amount: CGFloat) -> LayerFilter {
        let rest = 1 - min(factor(amount), 1)
        return rows(
            [0.393 + 0.607 * rest, 0.769 - 0.769 * rest, 0.189 - 0.189 * rest],
            [0.349 - 0.349 * rest, 0.686 + 0.314 * rest, 0.168 - 0.168 * rest],
            [0.272 - 0.272 * rest, 0.534 - 0.534 * rest, 0.131 + 0.869 * rest])
    }

    private static let identity: [Float] = [1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0]

    private static func factor(_ amount: CGFloat) -> Float { amount > 0 ? Float(min(amount, 1000)) : 0 }

    private static func rows(_ red: [Float], _ green: [Float], _ blue: [Float], adding sum: Float = 0) -> LayerFilter {
        LayerFilter(kind: .colorMatrix(red + [0, sum] + green + [0, sum] + blue + [0, sum] + [0, 0, 0, 1, 0]))
    }
}
