public import MainspringGraphics

/// Who draws, lays out and animates a layer in its place. A method that is left out leaves the work to the layer.
///
/// The layer does not keep its delegate alive.
public protocol CALayerDelegate: AnyObject {
    /// Gives the layer its contents.
    func display(_ layer: CALayer)

    /// Draws the layer's contents.
    func draw(_ layer: CALayer, in ctx: CGContext)

    /// The layer's contents are going to be drawn by ``draw(_:in:)``.
    func layerWillDraw(_ layer: CALayer)

    /// Places the layer's sublayers.
    func layoutSublayers(of layer: CALayer)

    /// The action for a change of a property, or an event; `NSNull` for none at all, nil to let the layer go on
    /// searching.
    func action(for layer: CALayer, forKey event: String) -> (any CAAction)?
}

extension CALayerDelegate {
    /// Leaves the contents to the layer.
    public func display(_ layer: CALayer) { layer.displayByItself() }

    /// Draws nothing.
    public func draw(_ layer: CALayer, in ctx: CGContext) { layer.displaying.isLeftToNobody = true }

    /// Does nothing.
    public func layerWillDraw(_ layer: CALayer) {}

    /// Leaves the sublayers to the layout manager.
    public func layoutSublayers(of layer: CALayer) { layer.layOutByManager() }

    /// Leaves the search to the layer.
    public func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { nil }
}
