public import Foundation

/// A map of the plane that keeps parallel lines parallel: rotation, scale, shear and translation in any mixture.
///
/// A point (x, y) goes to (a x + c y + tx, b x + d y + ty). Points are row vectors, so that in a product the left map
/// is the first to act.
public struct CGAffineTransform: Hashable, Sendable {
    /// What x contributes to the new x.
    public var a: CGFloat
    /// What x contributes to the new y.
    public var b: CGFloat
    /// What y contributes to the new x.
    public var c: CGFloat
    /// What y contributes to the new y.
    public var d: CGFloat
    /// How far everything moves along x.
    public var tx: CGFloat
    /// How far everything moves along y.
    public var ty: CGFloat

    /// The map that leaves every point where it is.
    public static let identity = CGAffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

    /// Makes a map of zeroes, which sends every point to the origin; the identity is ``identity``.
    public init() { self.init(a: 0, b: 0, c: 0, d: 0, tx: 0, ty: 0) }

    /// Makes a map from the entries of its matrix.
    public init(a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat, tx: CGFloat, ty: CGFloat) {
        (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
    }

    /// Makes a map from the entries of its matrix, without their names.
    public init(_ a: CGFloat, _ b: CGFloat, _ c: CGFloat, _ d: CGFloat, _ tx: CGFloat, _ ty: CGFloat) {
        self.init(a: a, b: b, c: c, d: d, tx: tx, ty: ty)
    }

    /// Makes a move.
    public init(translationX tx: CGFloat, y ty: CGFloat) {
        self.init(a: 1, b: 0, c: 0, d: 1, tx: tx, ty: ty)
    }

    /// Makes a scale about the origin.
    public init(scaleX sx: CGFloat, y sy: CGFloat) {
        self.init(a: sx, b: 0, c: 0, d: sy, tx: 0, ty: 0)
    }

    /// Makes a rotation about the origin; a positive angle, in radians, turns x towards y.
    public init(rotationAngle angle: CGFloat) {
        let (sine, cosine) = (sin(angle), cos(angle))
        self.init(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
    }

    /// Whether it is the identity, to the last bit.
    public var isIdentity: Bool { self == .identity }

    /// Whether each entry is a number and not an infinite one.
    var isFinite: Bool {
        a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
    }

    /// By how much areas grow; negative if it turns the plane over.
    var determinant: CGFloat { a * d - b * c }

    /// Whether another map undoes this one.
    var isInvertible: Bool {
        let determinant = determinant
        return determinant != 0 && isFinite && determinant.isFinite && (1 / determinant).isFinite
    }
}

extension CGAffineTransform: Codable {
    /// Reads a map as an array of its six entries.
    public init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        self.init(
            a: try container.decode(CGFloat.self), b: try container.decode(CGFloat.self),
            c: try container.decode(CGFloat.self), d: try container.decode(CGFloat.self),
            tx: try container.decode(CGFloat.self), ty: try container.decode(CGFloat.self))
    }

    /// Writes the map as an array of its six entries.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for entry in [a, b, c, d, tx, ty] { try container.encode(entry) }
    }
}

extension CGAffineTransform: CustomDebugStringConvertible {
    /// The name of the type and its six entries.
    public var debugDescription: String {
        "CGAffineTransform(a: \(a.native), b: \(b.native), c: \(c.native), d: \(d.native), "
            + "tx: \(tx.native), ty: \(ty.native))"
    }
}
