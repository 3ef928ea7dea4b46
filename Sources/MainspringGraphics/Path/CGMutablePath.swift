public import Foundation
internal import Locks

/// A path to which elements can be added.
///
/// It is a ``CGPath``, so it can be given where one is wanted; who keeps it should keep ``CGPath/copy()``, which costs
/// no copying of points until one of the two changes.
///
/// Any thread may use it: each call is done as a whole. Apple's leaves that to the caller.
public final class CGMutablePath: CGPath, @unchecked Sendable {
    // `@unchecked Sendable`: a lock guards what can change.

    private let guarded: Guarded<PathContents>

    override var contents: PathContents { guarded.withLock { $0 } }

    /// Makes an empty path.
    public convenience init() { self.init(contents: PathContents()) }

    override init(contents: PathContents) {
        guarded = Guarded(contents)
        super.init(contents: PathContents())
    }

    /// Ours: an immutable path of the elements of now.
    public override var snapshot: CGPath { CGPath(contents: contents) }

    /// Changes the elements under the lock; the closure must not use the path.
    func change(_ body: (inout PathContents) -> Void) {
        guarded.withLock { body(&$0) }
    }

    /// Begins a subpath at a point.
    public func move(to point: CGPoint, transform: CGAffineTransform = .identity) {
        change { $0.move(to: point.applying(transform)) }
    }

    /// Adds a straight line from the current point; ignored, with a sentence on standard error, if there is none.
    public func addLine(to point: CGPoint, transform: CGAffineTransform = .identity) {
        change { $0.addLine(to: point.applying(transform)) }
    }

    /// Adds a quadratic curve from the current point; ignored, with a sentence on standard error, if there is none.
    public func addQuadCurve(to end: CGPoint, control: CGPoint, transform: CGAffineTransform = .identity) {
        change { $0.addQuad(control: control.applying(transform), end: end.applying(transform)) }
    }

    /// Adds a cubic curve from the current point; ignored, with a sentence on standard error, if there is none.
    public func addCurve(
        to end: CGPoint, control1: CGPoint, control2: CGPoint, transform: CGAffineTransform = .identity
    ) {
        change {
            $0.addCubic(
                control1: control1.applying(transform), control2: control2.applying(transform),
                end: end.applying(transform))
        }
    }

    /// Closes the current subpath by a straight line to where it began, which is the current point then.
    public func closeSubpath() { change { $0.close() } }

    /// Adds the elements of another path, which may be this one.
    public func addPath(_ path: CGPath, transform: CGAffineTransform = .identity) {
        let added = path.contents
        change { $0.add(added, transform: transform) }
    }
}
