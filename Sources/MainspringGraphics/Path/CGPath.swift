public import Foundation

/// An immutable path: subpaths of straight lines and Bézier curves.
///
/// Equal if its elements are. A copy costs nothing, because nothing can change it; a ``CGMutablePath`` is a path too,
/// so who keeps a path that was given keeps its ``copy()``.
///
/// Coordinates that are infinite or not numbers never get into a path: the element is ignored, with a sentence on
/// standard error, as on Apple's platforms.
public class CGPath: @unchecked Sendable {
    // `@unchecked Sendable`: its only field is constant; CGMutablePath, its only subclass, guards its own by a lock.

    private let constant: PathContents

    /// What the path consists of; a mutable path overrides it.
    var contents: PathContents { constant }

    init(contents: PathContents) { constant = contents }

    /// Makes a rectangle, which begins in its corner of the smallest coordinates and goes along x first.
    public convenience init(rect: CGRect, transform: UnsafePointer<CGAffineTransform>? = nil) {
        var contents = PathContents()
        contents.addRect(rect, transform: transform?.pointee ?? .identity)
        self.init(contents: contents)
    }

    /// Makes an ellipse of four cubic curves in a rectangle; it begins at the greatest x and goes towards the greatest
    /// y.
    public convenience init(ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>? = nil) {
        var contents = PathContents()
        contents.addEllipse(in: rect, transform: transform?.pointee ?? .identity)
        self.init(contents: contents)
    }

    /// Makes a rectangle with elliptical corners; it begins in the middle of the side of the greatest x, towards the
    /// greatest y.
    ///
    /// **Differences from Apple**: corners that are larger than half the rectangle are taken as half of it, and
    /// negative ones as zero, where Apple's stops the program.
    public convenience init(
        roundedRect rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat,
        transform: UnsafePointer<CGAffineTransform>? = nil
    ) {
        var contents = PathContents()
        contents.addRoundedRect(
            rect, cornerWidth: cornerWidth, cornerHeight: cornerHeight, transform: transform?.pointee ?? .identity)
        self.init(contents: contents)
    }

    /// An immutable path of the same elements: the path itself, unless it is mutable. Never nil.
    public func copy() -> CGPath? { snapshot }

    /// An immutable path of the same elements, each point mapped. Never nil.
    public func copy(using transform: UnsafePointer<CGAffineTransform>?) -> CGPath? {
        guard let transform else { return snapshot }
        return CGPath(contents: contents.applying(transform.pointee))
    }

    /// A path of the same elements to be changed. Never nil.
    public func mutableCopy() -> CGMutablePath? { CGMutablePath(contents: contents) }

    /// A path of the same elements to be changed, each point mapped. Never nil.
    public func mutableCopy(using transform: UnsafePointer<CGAffineTransform>?) -> CGMutablePath? {
        CGMutablePath(contents: contents.applying(transform?.pointee ?? .identity))
    }

    /// Ours: what ``copy()`` gives, without the optional.
    public var snapshot: CGPath { self }
}

extension CGPath: Hashable {
    /// Whether two paths have the same elements with the same points.
    public static func == (left: CGPath, right: CGPath) -> Bool {
        left === right || left.contents == right.contents
    }

    /// Hashes the elements and the points; a mutable path must not change while it is in a set.
    public func hash(into hasher: inout Hasher) { hasher.combine(contents) }
}
