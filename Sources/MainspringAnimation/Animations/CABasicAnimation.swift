public import MainspringFoundation

/// An animation from one value to another.
///
/// | set | from | to |
/// |---|---|---|
/// | `fromValue`, `toValue` | `fromValue` | `toValue` |
/// | `fromValue`, `byValue` | `fromValue` | `fromValue` and `byValue` |
/// | `byValue`, `toValue` | `toValue` less `byValue` | `toValue` |
/// | `fromValue` | `fromValue` | the current value |
/// | `toValue` | the current value | `toValue` |
/// | `byValue` | the current value | the current value and `byValue` |
/// | none | the value before the change | the current value |
///
/// The current value is what the property has without this animation. With all three `byValue` is not asked.
open class CABasicAnimation: CAPropertyAnimation {
    /// Where the property begins.
    open var fromValue: Any?
    /// Where the property ends.
    open var toValue: Any?
    /// By how much the property changes.
    open var byValue: Any?
    /// It begins at what shows when it is committed, and with the velocity of that; ``fromValue`` counts where nothing shows yet.
    var beginsAtShown = false
    /// What showed then.
    var shown: ShownValue?

    override func takeValues(of other: CAAnimation) {
        super.takeValues(of: other)
        guard let other = other as? CABasicAnimation else { return }
        fromValue = other.fromValue
        toValue = other.toValue
        byValue = other.byValue
        beginsAtShown = other.beginsAtShown
    }

    /// The keys of the class's own properties.
    open override class var keyTable: KeyTable { CABasicAnimation.keys }

    private static let keys = KeyTable(CABasicAnimation.self) {
        $0.add("fromValue", get: { $0.fromValue }, set: { $0.fromValue = $1 })
        $0.add("toValue", get: { $0.toValue }, set: { $0.toValue = $1 })
        $0.add("byValue", get: { $0.byValue }, set: { $0.byValue = $1 })
    }
}
