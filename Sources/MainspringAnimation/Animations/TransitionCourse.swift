internal import Foundation

/// The kind of a transition, as frames ask it.
package enum TransitionKind: Sendable {
    case fade, moveIn, push, reveal

    init(_ type: CATransitionType) {
        self =
            switch type {
            case .moveIn: .moveIn
            case .push: .push
            case .reveal: .reveal
            default: .fade
            }
    }

    /// Whether what is new moves.
    package var movesNew: Bool { self == .moveIn || self == .push }
    /// Whether what was moves.
    package var movesFormer: Bool { self == .reveal || self == .push }
}

/// The way of what moves in a transition, in the layer's own coordinates: 1 or -1 along one of the axes.
struct TransitionDirection: Sendable {
    let x: Double
    let y: Double

    /// The top is where y is greatest, as where y grows upwards: so programs for iOS use the names, though y grows downwards there.
    init(_ subtype: CATransitionSubtype?) {
        switch subtype {
        case .fromRight?: (x, y) = (-1, 0)
        case .fromTop?: (x, y) = (0, -1)
        case .fromBottom?: (x, y) = (0, 1)
        default: (x, y) = (1, 0)
        }
    }

    /// The whole way through a layer's bounds.
    func way(through bounds: CGRect) -> CGSize {
        CGSize(width: x * Double(bounds.size.width), height: y * Double(bounds.size.height))
    }
}
