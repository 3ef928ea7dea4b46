public import MainspringAnimation

/// What this module adds to a layer: kept as a value for a key of its own, as layers keep any, so that it goes with it.
///
/// Published trees keep it too, and none of their readers looks into it: it belongs to the layer's thread.
final class LayerAttachments {
    weak var handler: (any LayerEventHandler)?
    var recognizers: [GestureRecognizer] = []

    static let key = "mainspring.application.attachments"

    static func of(_ layer: CALayer) -> LayerAttachments? { layer.value(forUndefinedKey: key) as? LayerAttachments }

    static func made(for layer: CALayer) -> LayerAttachments {
        if let present = of(layer) { return present }
        let made = LayerAttachments()
        // No change of what shows, so that no action is asked for.
        let disabledActions = CATransaction.disableActions()
        CATransaction.setDisableActions(true)
        layer.setValue(made, forUndefinedKey: key)
        CATransaction.setDisableActions(disabledActions)
        return made
    }
}

extension CALayer {
    /// Who handles events in the layer. Ours. Not retained, as the delegate is not.
    public var eventHandler: (any LayerEventHandler)? {
        get { LayerAttachments.of(self)?.handler }
        set {
            if newValue != nil || LayerAttachments.of(self) != nil {
                LayerAttachments.made(for: self).handler = newValue
            }
        }
    }

    /// Who is offered events.
    var effectiveEventHandler: (any LayerEventHandler)? { eventHandler ?? self as? any LayerEventHandler }

    /// The gestures that are looked for in the layer and in those inside it, in the order in which they were added. Ours.
    public var gestureRecognizers: [GestureRecognizer] { LayerAttachments.of(self)?.recognizers ?? [] }

    /// Looks for a gesture in the layer and in those inside it from now on. Ours. It leaves the layer that it was in.
    public func addGestureRecognizer(_ recognizer: GestureRecognizer) {
        guard recognizer.layer !== self else { return }
        recognizer.layer?.removeGestureRecognizer(recognizer)
        LayerAttachments.made(for: self).recognizers.append(recognizer)
        recognizer.layer = self
    }

    /// Looks for it no more. Ours. A gesture that goes on is cancelled.
    public func removeGestureRecognizer(_ recognizer: GestureRecognizer) {
        guard recognizer.layer === self else { return }
        LayerAttachments.of(self)?.recognizers.removeAll { $0 === recognizer }
        recognizer.layer = nil
        recognizer.wasRemoved()
    }

    /// Whether the layer is another one or inside of it.
    func isInside(_ outer: CALayer) -> Bool {
        var layer: CALayer? = self
        while let current = layer {
            if current === outer { return true }
            layer = current.superlayer
        }
        return false
    }
}
