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
        get { ends.from?.any }
        set { ends.from = newValue.map { GivenValue($0) } }
    }
    /// Where the property ends.
    open var toValue: Any? {
        get { ends.to?.any }
        set { ends.to = newValue.map { GivenValue($0) } }
    }
    /// By how much the property changes.
    open var byValue: Any? {
        get { ends.by?.any }
        set { ends.by = newValue.map { GivenValue($0) } }
    }
    /// The three, which are copied together each time that the animation is added.
    private final var ends = Ends()

    private struct Ends {
        var from: GivenValue?
        var to: GivenValue?
        var by: GivenValue?
    }

    /// The way that nearly all animations say: from one number, point or size to another. Nil for any other, and for
    /// subclasses that are not ours, which are asked for their values.
    final func straightWay(_ kind: ValueKind) -> BasicTrack? {
        guard isOurs, ends.by == nil, takenOver == nil, let start = ends.from?.vector(as: kind),
            let end = ends.to?.vector(as: kind), start.isFinite, end.isFinite
        else { return nil }
        return BasicTrack(from: start, to: end)
    }

    /// It begins at what shows when it is committed, and with the velocity of that; ``fromValue`` counts where nothing
    /// shows yet.
    final var beginsAtShown = false
    override var takesOver: Bool { beginsAtShown }
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
        let other = other.taken(as: CABasicAnimation.self)
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
