internal import Diagnostics
internal import Foundation
internal import MainspringFoundation

/// What is done about values that a layer cannot have.
extension CALayer: NamedOwner {
    /// The layer in a sentence: its class, what it is called, and where it lies in memory, as debuggers show it.
    package final var nameInSentences: String {
        let name = values.look.name.map { " “\($0.prefix(60))”" } ?? ""
        return "\(type(of: self))\(name) (\(Unmanaged.passUnretained(self).toOpaque()))"
    }

    /// Says, once for a key of a layer, that a value was not taken.
    ///
    /// Apple raises an exception, `CALayerInvalidGeometry`, which leaves the property as it was, too.
    final func refuse(_ value: some FiniteValue, forKey key: String) {
        let given: Any = (value as? Matrix4).map { CATransform3D($0) } ?? value
        LayerRefusal.log.write(
            LayerRefusal(layer: ObjectIdentifier(self), key: key),
            """
            “\(key)” of \(nameInSentences) cannot be \(given), since each of its numbers has to be finite; it stays as it is. Look \
            for a division by 0 where the value is computed.
            """)
    }
}

/// A property of a layer for which a value was refused.
private struct LayerRefusal: Hashable {
    let layer: ObjectIdentifier
    let key: String

    static let log = OnceLog<LayerRefusal>(ending: "Of further values that layers cannot have nothing is said.")
}
