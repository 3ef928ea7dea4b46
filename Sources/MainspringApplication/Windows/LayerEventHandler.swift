public import Foundation
public import MainspringAnimation

/// Who handles what happens in a layer. Ours: layers themselves know of no events.
///
/// A layer's handler is the object that was set as its `eventHandler`, else the layer
/// itself if its class conforms. An event is offered to the layer that it hits, then to each one around it until one
/// returns true, then to the window's delegate. Who has taken a button or a finger that went down, or a scroll that
/// began, gets all that follows, wherever it happens, up to the end; that comes always, if need be as a cancellation.
/// Who has handled a key that went down, a layer or the delegate, is the only one to be told of the text that it writes.
public protocol LayerEventHandler: AnyObject {
    /// An event in the layer, or in one inside it that did not handle it. Where it happened is
    /// ``Event/location(in:)``.
    func layer(_ layer: CALayer, handle event: Event, in window: Window) -> Bool
    /// Whether keys can be the layer's. False unless said otherwise.
    func layerAcceptsFocus(_ layer: CALayer) -> Bool
    /// Keys are the layer's now, or no more.
    func layer(_ layer: CALayer, didChangeFocus isFocused: Bool)
}

extension LayerEventHandler {
    /// False.
    public func layerAcceptsFocus(_ layer: CALayer) -> Bool { false }
    /// Does nothing.
    public func layer(_ layer: CALayer, didChangeFocus isFocused: Bool) {}
}

extension Event {
    /// Where it happened, in a layer's own coordinates, as they are without animations; nil for what has no place.
    public func location(in layer: CALayer) -> CGPoint? { location.map { layer.convert($0, from: nil) } }
}
