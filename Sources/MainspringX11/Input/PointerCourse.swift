internal import CXCB
internal import Foundation
internal import MainspringApplication
internal import MainspringGraphics

/// The course of a pointer over one window: which buttons are down, which of them leads, how often it was pressed.
struct PointerCourse {
    /// The buttons that are down, in that order, with the counts of their presses.
    private var pressed: [(button: PointerButton, count: Int)] = []
    private var clicks = ClickCounter()
    private var lastPlace = CGPoint.zero

    /// So many points is a notch of a wheel whose device tells of parts of notches: as far as three lines.
    static let pointsPerNotch: CGFloat = 48

    mutating func events(_ input: PointerInput, scale: CGFloat) -> [Event.Content] {
        let place = CGPoint(x: input.x / scale, y: input.y / scale)
        lastPlace = place
        func pointer(_ phase: PointerEvent.Phase, _ button: PointerButton = .primary, _ count: Int = 0) -> Event.Content
        {
            .pointer(
                PointerEvent(phase, at: place, button: button, modifiers: input.modifiers, clickCount: count))
        }
        switch input.action {
        case .entered: return [pointer(.entered)]
        case .left: return [pointer(.exited)]
        case .moved:
            guard let leader = pressed.first else { return [pointer(.moved)] }
            return [pointer(.dragged, leader.button, leader.count)]
        case .pressed(let number):
            if let notch = WheelNotch.delta(number) {
                return [scroll(notch, false, place, input.modifiers)]
            }
            guard let button = PointerButton(server: number) else { return [] }
            let count = clicks.press(number, x: input.x, y: input.y, stamp: input.stamp)
            pressed.removeAll { $0.button == button }
            pressed.append((button, count))
            return [pointer(.down, button, count)]
        case .released(let number):
            guard let button = PointerButton(server: number),
                let index = pressed.firstIndex(where: { $0.button == button })
            else { return [] }
            return [pointer(.up, button, pressed.remove(at: index).count)]
        case .scrolled(var delta, let isPrecise):
            if isPrecise { delta = CGVector(dx: delta.dx * Self.pointsPerNotch, dy: delta.dy * Self.pointsPerNotch) }
            return [scroll(delta, isPrecise, place, input.modifiers)]
        }
    }

    /// The window is off the screen: no button comes up any more.
    mutating func cancel(scale: CGFloat) -> [Event.Content] {
        defer { pressed = [] }
        return pressed.map {
            .pointer(PointerEvent(.cancelled, at: lastPlace, button: $0.button, clickCount: $0.count))
        }
    }

    private func scroll(_ delta: CGVector, _ isPrecise: Bool, _ place: CGPoint, _ modifiers: EventModifiers)
        -> Event.Content
    {
        .scroll(ScrollEvent(delta, isPrecise: isPrecise, at: place, modifiers: modifiers))
    }
}

/// The buttons that stand for notches of a wheel.
enum WheelNotch {
    static func delta(_ button: UInt32) -> CGVector? {
        switch button {
        case 4: CGVector(dx: 0, dy: 1)
        case 5: CGVector(dx: 0, dy: -1)
        case 6: CGVector(dx: 1, dy: 0)
        case 7: CGVector(dx: -1, dy: 0)
        default: nil
        }
    }
}

extension PointerButton {
    /// The server counts from the left: 1, 2 in the middle, 3; those of the wheel stand between them and the rest.
    init?(server number: UInt32) {
        switch number {
        case 1: self = .primary
        case 2: self = .middle
        case 3: self = .secondary
        case 8...255: self.init(number: UInt8(number - 5))
        default: return nil
        }
    }
}
