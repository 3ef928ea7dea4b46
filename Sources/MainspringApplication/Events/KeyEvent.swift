/// A key that went down or came up. Text that is typed comes as ``Event/Content/text(_:)`` beside it. Ours.
public struct KeyEvent: Hashable, Sendable {
    /// Whether the key is down now.
    public var isDown: Bool
    /// Which key of the keyboard: the number that the window system has for its place.
    public var keyCode: UInt32
    /// What it writes with the modifiers that are held. Arrows, function keys and their like have the characters that
    /// AppKit has for them, from U+F700 on; any other key that writes nothing has none.
    public var characters: String
    /// What it would write without them, shift apart.
    public var charactersIgnoringModifiers: String
    /// What shortcuts call it: ``charactersIgnoringModifiers``, and where the keyboard writes another script than Latin, the
    /// Latin letter that is on the key too.
    public var shortcutCharacters: String
    /// Which other keys were held.
    public var modifiers: EventModifiers
    /// Whether it comes of the key being held.
    public var isRepeat: Bool

    /// Makes an event.
    public init(
        isDown: Bool, keyCode: UInt32, characters: String = "", charactersIgnoringModifiers: String? = nil,
        shortcutCharacters: String? = nil, modifiers: EventModifiers = [], isRepeat: Bool = false
    ) {
        self.isDown = isDown
        self.keyCode = keyCode
        self.characters = characters
        self.charactersIgnoringModifiers = charactersIgnoringModifiers ?? characters
        self.shortcutCharacters = shortcutCharacters ?? self.charactersIgnoringModifiers
        self.modifiers = modifiers
        self.isRepeat = isRepeat
    }
}
