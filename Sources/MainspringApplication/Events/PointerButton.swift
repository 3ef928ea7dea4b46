/// A button of a mouse or another pointing device. Ours.
public struct PointerButton: Hashable, Sendable {
    /// The number, as AppKit counts: 0 the primary one, 1 the secondary one, 2 the one in the middle, more as the device
    /// has them.
    public let number: UInt8

    /// The button of a number.
    public init(number: UInt8) { self.number = number }

    /// The one that selects and drags, mostly on the left.
    public static let primary = PointerButton(number: 0)
    /// The one that asks for a menu, mostly on the right.
    public static let secondary = PointerButton(number: 1)
    /// The one between, or the wheel pressed.
    public static let middle = PointerButton(number: 2)
}
