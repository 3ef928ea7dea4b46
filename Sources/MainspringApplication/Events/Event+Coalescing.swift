internal import Foundation
internal import MainspringGraphics

extension Event {
    /// Takes in an event that came right after this one and that goes on with it, so that both are told as one: moves
    /// and drags to the last place, scrolled distances to their sum, magnifications to their product. False where both
    /// are to be told.
    ///
    /// Beginnings, ends, and what differs in button, keys, window or finger stay apart.
    mutating func absorb(_ later: Event) -> Bool {
        guard window == later.window else { return false }
        switch (content, later.content) {
        case (.pointer(let first), .pointer(let second)):
            guard first.phase == second.phase, first.phase == .moved || first.phase == .dragged,
                first.button == second.button, first.modifiers == second.modifiers,
                first.clickCount == second.clickCount
            else { return false }
        case (.touch(let first), .touch(let second)):
            guard first.phase == .moved, second.phase == .moved, first.identifier == second.identifier else {
                return false
            }
        case (.fileDrop(let first), .fileDrop(let second)):
            guard first.phase == .moved, second.phase == .moved, first.urls == second.urls else { return false }
        case (.scroll(let first), .scroll(var second)):
            guard first.phase == second.phase, first.phase == .changed || first.phase == .none,
                first.isPrecise == second.isPrecise, first.modifiers == second.modifiers
            else { return false }
            second.delta.dx += first.delta.dx
            second.delta.dy += first.delta.dy
            return take(.scroll(second), at: later.time)
        case (.magnify(let first), .magnify(var second)):
            guard first.phase == .changed, second.phase == .changed else { return false }
            second.magnification += first.magnification + first.magnification * second.magnification
            return take(.magnify(second), at: later.time)
        default:
            return false
        }
        // What is no place must not cover one that was: it is thrown away later.
        guard later.isFinite else { return isFinite }
        return take(later.content, at: later.time)
    }

    /// Becomes the later one, if what comes of both is made of numbers.
    private mutating func take(_ content: Content, at time: Double) -> Bool {
        let both = Event(content, window: window, time: time)
        guard both.isFinite else { return false }
        self = both
        return true
    }
}
