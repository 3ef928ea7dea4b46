internal import MainspringAnimation

/// What goes on between a beginning and its end, and to whom all of it goes.
struct EventCapture {
    /// What can go on at the same time.
    enum Key: Hashable {
        case pointer
        case touch(UInt64)
        case scroll
        case magnify
    }

    /// Who gets it. The layer is kept up to the end, so that one that was removed and let go of is told of that too.
    struct Target {
        var layer: CALayer?
        weak var handler: (any LayerEventHandler)?
        var isWindow = false

        static var nobody: Target { Target() }
        static var window: Target { Target(isWindow: true) }

        var isTaken: Bool { isWindow || handler != nil }
    }

    /// Which one it is, so that a later one of the same key is not taken for it.
    let number: UInt64
    var target = Target.nobody
    /// The buttons that are down; of what has no buttons, one.
    var buttons: Set<UInt8> = []
    /// The last event, for what is to be told when it is cancelled.
    var last: Event
}
