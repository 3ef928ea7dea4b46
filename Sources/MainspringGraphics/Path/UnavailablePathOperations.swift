internal import Diagnostics

// What Apple's paths have and ours have not: the exact intersection of curves.

extension CGPath {
    /// Not here: areas are not computed from paths.
    @available(*, unavailable, message: "Areas of paths are not computed; clip to one path while filling the other.")
    public func normalized(using rule: CGPathFillRule = .winding) -> CGPath { unavailable() }
    /// Not here: areas are not computed from paths.
    @available(*, unavailable, message: "Areas of paths are not computed; fill both paths, or one path with both.")
    public func union(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath { unavailable() }
    /// Not here: areas are not computed from paths.
    @available(*, unavailable, message: "Areas of paths are not computed; clip to one path while filling the other.")
    public func intersection(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath { unavailable() }
    /// Not here: areas are not computed from paths.
    @available(
        *, unavailable, message: "Areas of paths are not computed; add the other path reversed, or fill even-odd."
    )
    public func subtracting(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath { unavailable() }
    /// Not here: areas are not computed from paths.
    @available(*, unavailable, message: "Areas of paths are not computed; fill a path with both by the even-odd rule.")
    public func symmetricDifference(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath { unavailable() }
    /// Not here: areas are not computed from paths.
    @available(*, unavailable, message: "Areas of paths are not computed; clip to the area while stroking the line.")
    public func lineIntersection(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath { unavailable() }
    /// Not here: areas are not computed from paths.
    @available(*, unavailable, message: "Areas of paths are not computed; clip to the outside while stroking the line.")
    public func lineSubtracting(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath { unavailable() }
    /// Not here: areas are not computed from paths.
    @available(*, unavailable, message: "Areas of paths are not computed; ask contains(_:using:transform:) for points.")
    public func intersects(_ other: CGPath, using rule: CGPathFillRule = .winding) -> Bool { unavailable() }
    /// Not here: areas are not computed from paths.
    @available(*, unavailable, message: "Areas of paths are not computed; the subpaths are in applyWithBlock(_:).")
    public func componentsSeparated(using rule: CGPathFillRule = .winding) -> [CGPath] { unavailable() }
}
