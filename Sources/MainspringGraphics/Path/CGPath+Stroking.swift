public import Foundation

extension CGPath {
    /// The outline that, filled by the winding rule, paints what stroking the path would; each point mapped at last.
    ///
    /// It is made of lines and cubic curves and is everywhere nearer than a two-thousandth of the line width to the
    /// exact outline. Its parts go round in one direction only, so that where they overlap nothing is left out; filled
    /// by the even-odd rule, overlaps would be holes.
    ///
    /// A subpath of no extent is a dot if the cap is round, and nothing otherwise, as PDF has it. A move alone is
    /// nothing. The result is empty if the width is not a positive number.
    ///
    /// - Parameter miterLimit: How many line widths a mitre may be long; a corner that needs more is bevelled.
    public func copy(
        strokingWithWidth lineWidth: CGFloat, lineCap: CGLineCap, lineJoin: CGLineJoin, miterLimit: CGFloat,
        transform: CGAffineTransform = .identity
    ) -> CGPath {
        guard lineWidth > 0, lineWidth.isFinite else { return CGPath(contents: PathContents()) }
        var stroker = Stroker(radius: lineWidth / 2, cap: lineCap, join: lineJoin, miterLimit: miterLimit)
        for subpath in contents.subpaths { stroker.add(subpath) }
        return CGPath(contents: stroker.outline.applying(transform))
    }
}
