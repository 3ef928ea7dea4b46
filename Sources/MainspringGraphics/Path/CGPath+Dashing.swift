public import Foundation

extension CGPath {
    /// The dashes of the path, as subpaths of their own, each point mapped at last.
    ///
    /// The lengths are alternately drawn and left out, an odd number of them goes round twice; the phase is how far
    /// into the pattern each subpath begins. Where a closed subpath begins and ends within a dash, that dash goes on
    /// over the corner. A dash of no length is a line of no length, which a round cap makes a dot.
    ///
    /// Without lengths, or where one of them is negative or no number, where all are zero, or where there would be more
    /// than a million dashes, the path itself is returned, mapped.
    public func copy(
        dashingWithPhase phase: CGFloat, lengths: [CGFloat], transform: CGAffineTransform = .identity
    ) -> CGPath {
        guard let pattern = DashPattern(phase: phase, lengths: lengths),
            let dashes = Dasher.dashes(of: contents.subpaths, pattern: pattern)
        else { return CGPath(contents: contents.applying(transform)) }
        return CGPath(contents: dashes.applying(transform))
    }
}
