/// The way from one transform to another, prepared so that each point of it costs little.
enum TransformInterpolation: Hashable, Sendable {
    /// Both are transforms of the plane.
    case planar(PlanarParts, PlanarParts)
    case spatial(SpatialParts, SpatialParts)
    /// One of them takes a dimension away: there is no way between, only a step in its middle.
    case stepped(Matrix4, Matrix4)

    init(from start: Matrix4, to end: Matrix4) {
        if start.isAffine2D, end.isAffine2D, start.isFinite, end.isFinite, let first = PlanarParts(start),
            let last = PlanarParts(end)
        {
            let (start, end) = PlanarParts.way(from: first, to: last)
            self = .planar(start, end)
        } else if let start = SpatialParts(start), let end = SpatialParts(end) {
            self = .spatial(start, end)
        } else {
            self = .stepped(start, end)
        }
    }

    /// The transform at a point of the way; 0 is the start, 1 the end, and beyond them the way goes on.
    func value(at progress: Double) -> Matrix4 {
        switch self {
        case .planar(let start, let end): start.interpolated(to: end, at: progress).matrix
        case .spatial(let start, let end): start.interpolated(to: end, at: progress).matrix
        case .stepped(let start, let end): progress < 0.5 ? start : end
        }
    }
}
