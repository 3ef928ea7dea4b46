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
    open var fromValue: Any? {
        get { ends.from }
        set { ends.from = newValue }
    }
    /// Where the property ends.
    open var toValue: Any? {
        get { ends.to }
        set { ends.to = newValue }
    }
    /// By how much the property changes.
    open var byValue: Any? {
        get { ends.by }
        set { ends.by = newValue }
    }
    /// The three, which are copied together each time that the animation is added.
    private final var ends = Ends()

    private struct Ends {
        var from: Any?
        var to: Any?
        var by: Any?
    }

    /// It begins at what shows when it is committed, and with the velocity of that; ``fromValue`` counts where nothing
    /// shows yet.
    final var beginsAtShown = false
    /// What showed then.
    final var shown: ShownValue? {
        get { takenOver?.value }
        set { takenOver = newValue.map(TakenOver.init) }
    }
    private final var takenOver: TakenOver?

    /// In an object of its own: it is large, and few animations have it.
    private final class TakenOver {
        let value: ShownValue

        init(_ value: ShownValue) { self.value = value }
    }

    override func takeValues(of other: CAAnimation) {
        super.takeValues(of: other)
        guard let other = other as? CABasicAnimation else { return }
        ends = other.ends
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
