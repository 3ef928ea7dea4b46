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
        if isWatched { noteSet(key.rawValue) }
        let action = actionForChange(key.rawValue)
        body(&values)
        finishChange(key.rawValue, action)
    }

    /// Changes a property to another value; to the one that it has, nothing is done.
    @inline(__always)
    final func change<Value: Equatable>(
        _ key: LayerKey, from old: Value, to new: Value, _ body: (inout LayerValues, Value) -> Void
    ) {
        guard old != new else { return noteSame(key.rawValue) }
        change(key) { body(&$0, new) }
    }

    /// Changes a property that is made of numbers; to what is none it stays as it is, and that is told.
    @inline(__always)
    final func change<Value: FiniteValue>(
        _ key: LayerKey, from old: Value, to new: Value, _ body: (inout LayerValues, Value) -> Void
    ) {
        guard old != new else { return noteSame(key.rawValue) }
        guard new.isFinite else { return refuse(new, forKey: key.rawValue) }
        change(key) { body(&$0, new) }
    }

    /// Changes a property that a subclass has beside the layer's own to another value.
    @inline(__always)
    final func changeOwn<Value: Equatable>(_ key: String, from old: Value, to new: Value, _ body: (Value) -> Void) {
        guard old != new else { return noteSame(key) }
        changeOwn(key) { body(new) }
    }

    /// Changes a property that is made of numbers, and that a subclass has beside the layer's own.
    @inline(__always)
    final func changeOwn<Value: FiniteValue>(_ key: String, from old: Value, to new: Value, _ body: (Value) -> Void) {
        guard old != new else { return noteSame(key) }
        guard new.isFinite else { return refuse(new, forKey: key) }
        changeOwn(key) { body(new) }
    }

    /// A property was set to the value that it has.
    @inline(__always)
    final func noteSame(_ key: String) {
        if isWatched { noteSet(key) }
    }

    /// Whether two values of no known type are one object, or nothing.
    final func isSameObject(_ old: Any?, _ new: Any?) -> Bool {
        guard let old, let new else { return old == nil && new == nil }
        return type(of: old) is AnyClass && type(of: new) is AnyClass && (old as AnyObject) === (new as AnyObject)
    }

    /// Changes a property that a subclass has beside the layer's own.
    @inline(__always)
    final func changeOwn(_ key: String, _ body: () -> Void) {
        noteSet(key)
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
    final func changeTime<Value: FiniteValue>(
        _ key: LayerKey, from old: Value, to new: Value, _ body: (inout LayerValues, Value) -> Void
    ) {
        if new != old {
            context?.hasOwnTimes = true
            LayerSurroundings.change(of: self)
        }
        change(key, from: old, to: new, body)
    }

    /// A change of a time or a count that may be endless.
    final func changeMaybeInfinite<Value: FloatingPoint & FiniteValue>(
        _ key: LayerKey, from old: Value, to new: Value, _ body: (inout LayerValues, Value) -> Void
    ) {
        guard new.isInfinite, new != old else { return change(key, from: old, to: new, body) }
        change(key) { body(&$0, new) }
    }

    final func setBounds(_ bounds: CGRect) {
        guard bounds.isFinite else { return refuse(bounds, forKey: LayerKey.bounds.rawValue) }
        let old = values.geometry.bounds
        let bounds = bounds.standardized
        guard bounds != old else { return noteSame(LayerKey.bounds.rawValue) }
        change(.bounds) { $0.geometry.bounds = bounds }
        boundsChanged(from: old)
    }

    final func setFrame(_ frame: CGRect) {
        guard frame.isFinite else { return refuse(frame, forKey: LayerKey.frame.rawValue) }
        var geometry = values.geometry
        geometry.frame = frame
        if geometry.bounds != values.geometry.bounds { bounds = geometry.bounds }
        if geometry.position != values.geometry.position { position = geometry.position }
    }
}
