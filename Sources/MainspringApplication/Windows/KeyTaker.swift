internal import MainspringAnimation

/// Who has handled the key that went down last, and so is told of the text that it writes, alone.
///
/// A window system tells of that text right after the key. By then the handler may have led keys to a field of text,
/// which is not to begin with the letter that has opened it.
struct KeyTaker {
    /// To whom a text goes.
    enum Reader {
        /// To those whom keys are led to: nobody has handled a key for it.
        case anybody
        /// To one layer; nil if it has gone.
        case layer(CALayer?)
        case delegate
    }

    private enum Taker {
        case nobody
        case layer
        case delegate
    }

    private var taker = Taker.nobody
    private weak var layer: CALayer?
    private var keyCode: UInt32?
    /// Whether the next event may be the text.
    private var isBeforeText = false
    private var number: UInt64 = 0

    /// A key goes down or up.
    /// - Returns: by which to say who handles it, so that a later one, in a run of the loop inside a call, is not taken
    ///   for it; nil where that is of no matter. One that is held goes on to write for whoever has taken it first.
    mutating func begin(_ key: KeyEvent) -> UInt64? {
        isBeforeText = false
        guard key.isDown else {
            if key.keyCode == keyCode { forget() }
            return nil
        }
        // With these it writes nothing.
        isBeforeText = key.modifiers.isDisjoint(with: [.control, .option, .command])
        if key.isRepeat, key.keyCode == keyCode, taker != .nobody { return nil }
        forget()
        keyCode = key.keyCode
        number += 1
        return number
    }

    private mutating func forget() {
        taker = .nobody
        layer = nil
        keyCode = nil
    }

    /// A layer is about to be told of the key. Said before the call: a run of the loop inside it may bring the text.
    mutating func offer(_ number: UInt64, to layer: CALayer) {
        guard number == self.number else { return }
        taker = .layer
        self.layer = layer
    }

    /// The delegate is about to be told of it.
    mutating func offerToDelegate(_ number: UInt64) {
        if number == self.number { taker = .delegate }
    }

    /// Nobody has handled it.
    mutating func refuse(_ number: UInt64) {
        if number == self.number { taker = .nobody }
    }

    /// The user has done something else.
    mutating func interrupt() { isBeforeText = false }

    /// Whom a text that has come now is for.
    mutating func takeReader() -> Reader {
        guard isBeforeText else { return .anybody }
        isBeforeText = false
        return switch taker {
        case .nobody: .anybody
        case .layer: .layer(layer)
        case .delegate: .delegate
        }
    }
}
