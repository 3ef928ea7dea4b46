public import MainspringFoundation

/// A change of a layer's whole picture into its next one.
///
/// A layer has one at most, under the key ``kCATransition``, whatever key it is added under.
///
/// Nothing draws the change yet: what is new shows at once. The animation has its time all the same, and its delegate
/// and completion blocks are called. Its properties are kept.
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
