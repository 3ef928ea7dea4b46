internal import Foundation
internal import MainspringAnimation
internal import MainspringGraphics

/// Leads a window's events that have a place to layers, and keeps what has begun with whoever took it.
final class EventRouter {
    private unowned let window: Window
    private(set) var captures: [EventCapture.Key: EventCapture] = [:]
    private var lastNumber: UInt64 = 0

    /// So many fingers are followed at a time; more are not told.
    static let touchLimit = 64

    init(_ window: Window) { self.window = window }

    func route(_ event: Event) {
        switch event.content {
        case .pointer(let pointer): route(event, pointer)
        case .touch(let touch):
            let key = EventCapture.Key.touch(touch.identifier)
            switch touch.phase {
            case .began: begin(key, event)
            case .moved: goOn(key, event)
            case .ended, .cancelled: end(key, event)
            }
        case .scroll(let scroll): route(event, .scroll, scroll.phase)
        case .magnify(let magnify): route(event, .magnify, magnify.phase)
        default: _ = offer(event)
        }
    }

    private func route(_ event: Event, _ pointer: PointerEvent) {
        switch pointer.phase {
        case .down:
            let button = pointer.button.number
            if captures[.pointer]?.buttons.contains(button) == true { cancel(.pointer, button: button) }
            guard let capture = captures[.pointer] else { return begin(.pointer, event, button: button) }
            // Who is gone hears of the end of what was told, and so not of this one.
            if !isThere(capture.target) { cancel(.pointer, keepsOpen: true) }
            captures[.pointer]?.buttons.insert(button)
            goOn(.pointer, event)
        case .dragged: goOn(.pointer, event)
        case .up, .cancelled: end(.pointer, event, button: pointer.button.number)
        case .moved: _ = offer(event)
        case .entered, .exited: window.offerToDelegate(event)
        }
    }

    private func route(_ event: Event, _ key: EventCapture.Key, _ phase: EventPhase) {
        switch phase {
        case .none: _ = offer(event)
        case .began: begin(key, event)
        case .changed: goOn(key, event)
        case .ended, .cancelled: end(key, event)
        }
    }

    // MARK: Courses

    private func begin(_ key: EventCapture.Key, _ event: Event, button: UInt8 = 0) {
        if captures[key] != nil { cancel(key) }
        guard captures.count < Self.touchLimit, !window.isClosed else { return }
        lastNumber += 1
        captures[key] = EventCapture(number: lastNumber, buttons: [button], last: event)
        offer(event, key, lastNumber)
    }

    private func goOn(_ key: EventCapture.Key, _ event: Event) {
        guard let capture = captures[key] else { return }
        captures[key]?.last = event
        guard isThere(capture.target) else {
            cancel(key, keepsOpen: true)
            return
        }
        tell(event, to: capture.target)
    }

    private func end(_ key: EventCapture.Key, _ event: Event, button: UInt8 = 0) {
        guard var capture = captures[key], capture.buttons.contains(button) else { return }
        guard isThere(capture.target) else {
            captures[key]?.last = event
            cancel(key, keepsOpen: true)
            return close(key, button)
        }
        capture.buttons.remove(button)
        captures[key] = capture.buttons.isEmpty ? nil : capture
        tell(event, to: capture.target)
    }

    private func close(_ key: EventCapture.Key, _ button: UInt8) {
        captures[key]?.buttons.remove(button)
        if captures[key]?.buttons.isEmpty == true { captures[key] = nil }
    }

    // MARK: Cancelling

    /// Ends what goes on by telling whoever has it.
    /// - Parameters:
    ///   - button: That one alone.
    ///   - keepsOpen: What follows, up to the end, goes to nobody; else it is over.
    func cancel(_ key: EventCapture.Key, button: UInt8? = nil, keepsOpen: Bool = false) {
        guard let capture = captures[key] else { return }
        let buttons = button.map { [$0] } ?? capture.buttons.sorted()
        if keepsOpen {
            captures[key]?.target = .nobody
        } else if let button {
            close(key, button)
        } else {
            captures[key] = nil
        }
        for button in buttons {
            if let event = capture.last.cancellation(ofButton: button) { tell(event, to: capture.target) }
        }
    }

    /// Ends all that goes on.
    func cancelAll() {
        for key in captures.keys.sorted(by: { captures[$0]!.number < captures[$1]!.number }) { cancel(key) }
    }

    // MARK: Offering

    /// The layer that an event hits.
    func hit(_ event: Event) -> CALayer? { event.location.flatMap { window.layer.hitTest($0) } }

    /// Offers an event from the layer that it hits outwards; true if somebody took it.
    @discardableResult
    func offer(_ event: Event, _ key: EventCapture.Key? = nil, _ number: UInt64 = 0) -> Bool {
        var layer = hit(event)
        while let current = layer {
            if let handler = current.effectiveEventHandler {
                if let key {
                    // Said before the call: a run of the loop inside it may bring what follows.
                    guard captures[key]?.number == number else { return true }
                    captures[key]?.target = EventCapture.Target(layer: current, handler: handler)
                }
                if handler.layer(current, handle: event, in: window) { return true }
                if window.isClosed { return true }
            }
            layer = current.superlayer
        }
        guard let key else { return window.offerToDelegate(event) }
        guard captures[key]?.number == number else { return true }
        captures[key]?.target = .window
        if window.offerToDelegate(event) { return true }
        if captures[key]?.number == number { captures[key]?.target = .nobody }
        return false
    }

    private func tell(_ event: Event, to target: EventCapture.Target) {
        if target.isWindow {
            window.offerToDelegate(event)
        } else if let layer = target.layer, let handler = target.handler {
            _ = handler.layer(layer, handle: event, in: window)
        }
    }

    /// Whether who took a beginning is still in the window; nobody is.
    private func isThere(_ target: EventCapture.Target) -> Bool {
        target.layer.map { $0.isInside(window.layer) } ?? true
    }
}

extension Event {
    /// What tells that a course is over before its end, after its last event.
    func cancellation(ofButton button: UInt8) -> Event? {
        var event = self
        switch content {
        case .pointer(var pointer):
            pointer.phase = .cancelled
            pointer.button = PointerButton(number: button)
            event.content = .pointer(pointer)
        case .touch(var touch):
            touch.phase = .cancelled
            event.content = .touch(touch)
        case .scroll(var scroll):
            scroll.phase = .cancelled
            scroll.delta = .zero
            event.content = .scroll(scroll)
        case .magnify(var magnify):
            magnify.phase = .cancelled
            magnify.magnification = 0
            event.content = .magnify(magnify)
        default: return nil
        }
        return event
    }
}
