public import Foundation

/// What places the sublayers of a layer. A method that is left out does nothing.
public protocol CALayoutManager: AnyObject {
    /// The size that suits a layer.
    func preferredSize(of layer: CALayer) -> CGSize

    /// What was known of a layer's layout does not hold any more; called once until it is laid out.
    func invalidateLayout(of layer: CALayer)

    /// Places the sublayers of a layer.
    func layoutSublayers(of layer: CALayer)
}

extension CALayoutManager {
    /// The layer's own size.
    public func preferredSize(of layer: CALayer) -> CGSize { layer.bounds.size }

    /// Does nothing.
    public func invalidateLayout(of layer: CALayer) {}

    /// Does nothing.
    public func layoutSublayers(of layer: CALayer) {}
}
