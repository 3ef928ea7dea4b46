/// How the ends of lines look; the raw values are Apple's.
public enum CGLineCap: Int32, Sendable {
    /// Cut off at the end.
    case butt = 0
    /// A half circle around the end.
    case round = 1
    /// Half the line width beyond the end, cut off there.
    case square = 2
}

/// How lines meet; the raw values are Apple's.
public enum CGLineJoin: Int32, Sendable {
    /// The outer edges go on until they meet, unless that is beyond the miter limit.
    case miter = 0
    /// A circle around the corner.
    case round = 1
    /// The outer edges are connected by a straight line.
    case bevel = 2
}

/// Which points are inside a path.
public enum CGPathFillRule: Int, Sendable {
    /// Those around which it goes a number of times, counted with its direction.
    case winding = 0
    /// Those from which a ray crosses it an odd number of times.
    case evenOdd = 1
}
