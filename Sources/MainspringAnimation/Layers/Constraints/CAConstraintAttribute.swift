/// A line or a length of a layer's frame. The raw values are Apple's.
public enum CAConstraintAttribute: Int32, Sendable {
    /// The edge of the least x.
    case minX = 0
    /// The middle between the edges of the least and the greatest x.
    case midX = 1
    /// The edge of the greatest x.
    case maxX = 2
    /// The width.
    case width = 3
    /// The edge of the least y.
    case minY = 4
    /// The middle between the edges of the least and the greatest y.
    case midY = 5
    /// The edge of the greatest y.
    case maxY = 6
    /// The height.
    case height = 7
}
