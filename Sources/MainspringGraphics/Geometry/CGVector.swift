public import Foundation

/// A direction with a length, in the units of the space that it is used in.
public struct CGVector: Hashable, Codable, Sendable {
    /// How far it goes along x.
    public var dx: CGFloat
    /// How far it goes along y.
    public var dy: CGFloat

    /// The vector of no length.
    public static let zero = CGVector()

    /// Makes the vector of no length.
    public init() { (dx, dy) = (0, 0) }

    /// Makes a vector from its two parts.
    public init(dx: CGFloat, dy: CGFloat) { (self.dx, self.dy) = (dx, dy) }

    /// Makes a vector from two doubles.
    public init(dx: Double, dy: Double) { self.init(dx: CGFloat(dx), dy: CGFloat(dy)) }

    /// Makes a vector from two whole numbers.
    public init(dx: Int, dy: Int) { self.init(dx: CGFloat(dx), dy: CGFloat(dy)) }

    /// Reads a vector as an array of two numbers, the form in which Foundation codes points and sizes.
    public init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        self.init(dx: try container.decode(CGFloat.self), dy: try container.decode(CGFloat.self))
    }

    /// Writes the vector as an array of two numbers, the form in which Foundation codes points and sizes.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(dx)
        try container.encode(dy)
    }
}

extension CGVector: CustomDebugStringConvertible {
    /// The two parts in parentheses.
    public var debugDescription: String { "(\(dx.native), \(dy.native))" }
}
