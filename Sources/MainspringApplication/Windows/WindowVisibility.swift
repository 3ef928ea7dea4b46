internal import Foundation

/// What decides whether a window is seen.
struct WindowVisibility {
    var isMapped = false
    var isOccluded = false

    var isSeen: Bool { isMapped && !isOccluded }
}

extension CGFloat {
    /// A number of pixels to a point that a window can have: 1 for what is no number, else from 0.25 to 16.
    var forWindow: CGFloat { isFinite && self > 0 ? Swift.min(Swift.max(self, 0.25), 16) : 1 }
}
