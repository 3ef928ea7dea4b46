public import MainspringFoundation

/// A change of a layer's whole picture into its next one.
///
/// A layer has one at most, under the key ``kCATransition``, whatever key it is added under.
///
/// What the layer showed with all that is in it before the commit goes over into what it shows after it: sublayers that
/// came, went or changed, its contents, colours, opacity, whether it is hidden. A layer that did not show goes over from
/// nothing. What was lies where the layer does while it moves, and time stands still in it; what moves is seen as far as
/// the layer's bounds reach. A layer that keeps depth, as ``CATransformLayer``, shows what is new at once. Drawn by the
/// compositor of the module `MainspringRendering`; `render(in:)` shows what is new.
///
/// As long as the layer has the animation, the tree of before is kept, of which all that has not changed since is shared:
/// one that is not removed on completion keeps it until another one takes its place.
open class CATransition: CAAnimation {
    /// The kind of change.
    open var type: CATransitionType = .fade
    /// From where it comes, for kinds that come from somewhere.
    open var subtype: CATransitionSubtype?
    /// The part of the change at which it begins, from 0 to 1.
    open var startProgress: Float = 0
    /// The part of the change at which it ends, from 0 to 1.
    open var endProgress: Float = 1

    override func ownKey(for key: String?) -> String? { kCATransition }

    override func takeValues(of other: CAAnimation) {
        super.takeValues(of: other)
        guard let other = other as? CATransition else { return }
        type = other.type
        subtype = other.subtype
        startProgress = other.startProgress
        endProgress = other.endProgress
    }

    /// The keys of the class's own properties.
    open override class var keyTable: KeyTable { CATransition.keys }

    private static let keys = KeyTable(CATransition.self) {
        $0.add("type", get: { $0.type }, set: { $0.type = $1 })
        $0.add("subtype", get: { $0.subtype }, set: { $0.subtype = $1 })
        $0.add("startProgress", get: { $0.startProgress }, set: { $0.startProgress = $1 })
        $0.add("endProgress", get: { $0.endProgress }, set: { $0.endProgress = $1 })
    }
}

extension CATransition {
    /// A Core Image filter that makes the change.
    @available(*, unavailable, message: "There is no Core Image on Linux. Use one of the types.")
    public var filter: Any? {
        get { nil }
        set {}
    }
}
