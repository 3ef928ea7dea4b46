/// What is dragged or scrolls just now, in any window: the loop runs in the tracking mode as long as there is any.
final class TrackingState {
    private struct Reason: Hashable {
        let window: WindowIdentifier
        let key: EventCapture.Key
    }

    private var reasons: Set<Reason> = []
    private let changed: () -> Void

    /// - Parameter changed: Is called when something begins to be dragged while nothing was, and when nothing is any
    ///   more.
    init(changed: @escaping () -> Void) { self.changed = changed }

    var isOn: Bool { !reasons.isEmpty }

    /// Looks at what goes on in a window, after an event if there is one.
    func update(_ window: Window, after event: Event? = nil) {
        let wasOn = isOn
        reasons = reasons.filter { $0.window != window.identifier || window.router.captures[$0.key] != nil }
        if let event, event.isMoveOfCourse, let key = event.captureKey, let capture = window.router.captures[key],
            capture.target.isTaken || window.gestures.isBusy
        {
            reasons.insert(Reason(window: window.identifier, key: key))
        }
        if isOn != wasOn { changed() }
    }
}

extension Event {
    /// Whether something is dragged or scrolled by it, if it goes on.
    fileprivate var isMoveOfCourse: Bool {
        switch content {
        case .pointer(let event): event.phase == .dragged
        case .touch(let event): event.phase == .moved
        case .scroll(let event): event.phase == .began || event.phase == .changed
        default: false
        }
    }
}
