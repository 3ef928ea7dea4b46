import Foundation
import Mainspring
import MainspringAnimation
import MainspringApplication

/// A layer that can be dragged.
final class Box: CALayer, LayerEventHandler {
    func layer(_ layer: CALayer, handle event: Event, in window: Window) -> Bool {
        guard case .pointer(let pointer) = event.content else { return false }
        switch pointer.phase {
        case .down: note("the box is pressed")
        case .dragged:
            CATransaction.setDisableActions(true)
            position.x = pointer.location.x
            note("the box is dragged to \(Int(position.x))")
        case .up: note("the box is let go of")
        default: return false
        }
        return true
    }
}

/// Prints what happens, when, and in which mode the loop runs.
func note(_ event: String) {
    let tenths = Int((CACurrentMediaTime() * 10).rounded())
    let isTracking = CFRunLoopCopyCurrentMode(CFRunLoopGetCurrent()) == .tracking
    print("\(tenths / 10).\(tenths % 10) s  \(isTracking ? "tracking" : "default ")  \(event)")
}
