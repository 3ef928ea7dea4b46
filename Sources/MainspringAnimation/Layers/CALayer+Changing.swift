internal import Foundation

/// The one way in which a layer's values change: the action is looked for, the value changes, the host hears of it, the
/// action is run.
extension CALayer {
    @inline(__always)
    final func change(_ key: LayerKey, _ body: (inout LayerValues) -> Void) {
        guard isWatched || context != nil else { return body(&values) }
        if let context, !isWatched, TransactionStack.current.touchQuietly(context) {
            body(&values)
            return context.note(self, .values)
        }
        let action = actionForChange(key.rawValue)
        body(&values)
        finishChange(key.rawValue, action)
    }

    /// Changes a property that a subclass has beside the layer's own.
    @inline(__always)
    final func changeOwn(_ key: String, _ body: () -> Void) {
        let action = actionForChange(key)
        body()
        finishChange(key, action)
    }

    /// Before a change: what is to be done about it.
    final func actionForChange(_ key: String) -> (any CAAction)? {
        let stack = TransactionStack.current
        if let context { stack.touch(context) }
        guard modelLayer == nil, !stack.disablesActions else { return nil }
        // Who has neither action nor host has nothing to look for.
        if context == nil || dirt.contains(.isNew), !isWatched { return nil }
        return action(forKey: key)
    }

    final func finishChange(_ key: String, _ action: (any CAAction)?) {
        context?.note(self, .values)
        noteChange(ofKey: key)
        action?.run(forKey: key, object: self, arguments: nil)
    }

    /// Something beside the values has changed, which the host is to know.
    final func noteForHost(_ dirt: LayerDirt) {
        guard let context else { return }
        TransactionStack.current.touch(context)
        context.note(self, dirt)
    }

    /// A change of how the layer's time runs.
    final func changeTime(_ key: LayerKey, _ body: (inout LayerValues) -> Void) {
        context?.hasOwnTimes = true
        change(key, body)
    }

    final func setBounds(_ bounds: CGRect) {
        let old = values.geometry.bounds
        let bounds = bounds.isNull || bounds.isInfinite ? bounds : bounds.standardized
        change(.bounds) { $0.geometry.bounds = bounds }
        if bounds != old { boundsChanged(from: old) }
    }

    final func setFrame(_ frame: CGRect) {
        var geometry = values.geometry
        geometry.frame = frame
        if geometry.bounds != values.geometry.bounds { bounds = geometry.bounds }
        if geometry.position != values.geometry.position { position = geometry.position }
    }
}
