internal import Foundation

/// The search for what to do about a change.
extension CALayer {
    /// The delegate is asked first, then the layer's actions, its style's, its class, and at last comes the implicit
    /// animation, if the change has one.
    func findAction(_ event: String) -> (any CAAction)? {
        if let found = delegate?.action(for: self, forKey: event) { return found.unlessNull }
        if let found = values.look.actions?[event] { return found.unlessNull }
        if let actions = values.look.style?.styleValue(forKey: "actions") as? [AnyHashable: Any],
            let found = actions[event] as? any CAAction
        {
            return found.unlessNull
        }
        if let found = type(of: self).defaultAction(forKey: event) { return found.unlessNull }
        return implicitAnimation(forKey: event)
    }
}

extension CAAction {
    /// The action; nil for `NSNull`, which stands for none.
    fileprivate var unlessNull: (any CAAction)? { self is NSNull ? nil : self }
}
