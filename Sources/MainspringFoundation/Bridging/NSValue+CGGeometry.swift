public import Foundation

// What UIKit adds to NSValue, and listings for layers use; Foundation's own names are `init(point:)` and so on.
extension NSValue {
    /// An object that holds a point.
    public convenience init(cgPoint point: CGPoint) { self.init(point: point) }

    /// An object that holds a size.
    public convenience init(cgSize size: CGSize) { self.init(size: size) }

    /// An object that holds a rectangle.
    public convenience init(cgRect rect: CGRect) { self.init(rect: rect) }

    /// The point that it holds; the origin if it holds none.
    public var cgPointValue: CGPoint { holds(CGPoint.self) ? pointValue : .zero }

    /// The size that it holds; none if it holds no size.
    public var cgSizeValue: CGSize { holds(CGSize.self) ? sizeValue : .zero }

    /// The rectangle that it holds; none if it holds no rectangle.
    public var cgRectValue: CGRect { holds(CGRect.self) ? rectValue : .zero }
}
