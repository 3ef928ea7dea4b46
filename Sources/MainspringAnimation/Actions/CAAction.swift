public import Foundation

/// What happens when a layer's property changes, or an event of the layer occurs.
///
/// An animation is an action: it adds itself to the layer. `NSNull` is one that does nothing, and ends the search for
/// another.
public protocol CAAction {
    /// Something has happened for which the action was found.
    /// - Parameters:
    ///   - event: The property's key, or the event's name.
    ///   - anObject: The layer.
    ///   - dict: What belongs to the event; nil for a property.
    func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?)
}

extension NSNull: CAAction {
    /// Does nothing.
    public func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {}
}
