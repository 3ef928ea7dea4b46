/// Keys that are held while something else happens. Ours; the names are AppKit's.
public struct EventModifiers: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt16

    /// Makes a set of its bits.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Either shift key.
    public static let shift = EventModifiers(rawValue: 1 << 0)
    /// Either control key.
    public static let control = EventModifiers(rawValue: 1 << 1)
    /// Either option key, Alt on most keyboards.
    public static let option = EventModifiers(rawValue: 1 << 2)
    /// Either command key, Super or the key with a window on most keyboards.
    public static let command = EventModifiers(rawValue: 1 << 3)
    /// Capital letters are locked.
    public static let capsLock = EventModifiers(rawValue: 1 << 4)
    /// The number pad gives numbers.
    public static let numericPad = EventModifiers(rawValue: 1 << 5)
}
