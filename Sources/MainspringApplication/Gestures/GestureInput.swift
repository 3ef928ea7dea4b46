internal import Foundation
internal import MainspringAnimation

/// What a window's recognizers are to hear of, and which of them.
struct GestureInput {
    enum Kind {
        case began, moved, ended, cancelled
        case magnify(MagnifyEvent)
    }

    let kind: Kind
    let contact: UInt64
    var location: CGPoint
    var time: Double
    /// Of a beginning, those in what was hit, from the inside outwards.
    let recognizers: [GestureRecognizer]

    /// Nil for what no gesture is made of.
    init?(_ event: Event, in window: Window) {
        guard let location = event.location else { return nil }
        (self.location, time) = (location, event.time)
        switch event.content {
        case .pointer(let pointer):
            guard pointer.button == .primary else { return nil }
            contact = 0
            switch pointer.phase {
            case .down: kind = .began
            case .dragged: kind = .moved
            case .up: kind = .ended
            case .cancelled: kind = .cancelled
            case .entered, .exited, .moved: return nil
            }
        case .touch(let touch):
            guard touch.identifier < .max else { return nil }
            contact = touch.identifier + 1
            kind =
                switch touch.phase {
                case .began: .began
                case .moved: .moved
                case .ended: .ended
                case .cancelled: .cancelled
                }
        case .magnify(let magnify):
            contact = .max
            kind = .magnify(magnify)
            recognizers = magnify.phase == .began ? Self.recognizers(event, in: window) : []
            return
        default: return nil
        }
        if case .began = kind { recognizers = Self.recognizers(event, in: window) } else { recognizers = [] }
    }

    private static func recognizers(_ event: Event, in window: Window) -> [GestureRecognizer] {
        var found: [GestureRecognizer] = []
        var layer = window.router.hit(event)
        while let current = layer {
            found.append(contentsOf: current.gestureRecognizers.filter(\.isEnabled))
            layer = current.superlayer
        }
        return found
    }

    /// Takes in a move that came right after this one.
    mutating func absorb(_ later: GestureInput) -> Bool {
        guard case .moved = kind, case .moved = later.kind, contact == later.contact else { return false }
        (location, time) = (later.location, later.time)
        return true
    }

    /// By which a window's router knows it.
    static func captureKey(ofContact contact: UInt64) -> EventCapture.Key {
        switch contact {
        case 0: .pointer
        case .max: .magnify
        default: .touch(contact - 1)
        }
    }
}
