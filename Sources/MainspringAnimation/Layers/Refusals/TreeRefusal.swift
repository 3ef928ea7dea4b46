internal import Diagnostics

/// A change of the tree that was refused, of a layer with another one.
struct TreeRefusal: Hashable {
    private let layer: ObjectIdentifier
    private let other: ObjectIdentifier

    /// Says why, once for the two.
    static func tell(_ layer: CALayer, _ other: CALayer, _ sentence: @autoclosure () -> String) {
        log.write(TreeRefusal(layer: ObjectIdentifier(layer), other: ObjectIdentifier(other)), sentence())
    }

    private static let log = OnceLog<TreeRefusal>(ending: "Of further refused changes of trees nothing is said.")
}
