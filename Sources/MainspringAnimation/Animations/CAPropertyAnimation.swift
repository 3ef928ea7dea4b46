public import MainspringFoundation

/// An animation that changes one property of a layer.
open class CAPropertyAnimation: CAAnimation {
    /// What is changed: a property of the layer, or a member of one, such as `position`, `bounds.size.width`,
    /// `transform.rotation.z`.
    open var keyPath: String?
    /// Whether the animation's values are added to what the property has without it.
    open var isAdditive = false
    /// Whether each repeat begins where the one before it ended.
    open var isCumulative = false
    /// Makes a value of the property of the animation's values, such as a rotation of an angle; nil takes them as they
    /// are.
    open var valueFunction: CAValueFunction?

    /// An animation of a property.
    public convenience init(keyPath path: String?) {
        self.init()
        keyPath = path
    }

    /// Adds the animation to the layer, under the event as its key; without a key path it is of the property that the
    /// event is the change of.
    open override func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
        guard keyPath == nil, (anObject as? CALayer)?.animationTarget(event) != nil,
            let copy = copy() as? CAPropertyAnimation
        else { return super.run(forKey: event, object: anObject, arguments: dict) }
        copy.keyPath = event
        copy.run(forKey: event, object: anObject, arguments: dict)
    }

    override func takeValues(of other: CAAnimation) {
        super.takeValues(of: other)
        let other = other.taken(as: CAPropertyAnimation.self)
        keyPath = other.keyPath
        isAdditive = other.isAdditive
        isCumulative = other.isCumulative
        valueFunction = other.valueFunction
    }

    /// The keys of the class's own properties.
    open override class var keyTable: KeyTable { CAPropertyAnimation.keys }

    private static let keys = KeyTable(CAPropertyAnimation.self) {
        $0.add("keyPath", get: { $0.keyPath }, set: { $0.keyPath = $1 })
        $0.add("additive", get: { $0.isAdditive }, set: { $0.isAdditive = $1 })
        $0.add("cumulative", get: { $0.isCumulative }, set: { $0.isCumulative = $1 })
        $0.add("valueFunction", get: { $0.valueFunction }, set: { $0.valueFunction = $1 })
    }
}
