import Foundation
import MainspringGraphics

/// How the camera gets to another place.
struct Way: Equatable {
    let goal: Camera
    /// At even parts of the way's time, both ends among them.
    let cameras: [Camera]
    /// In seconds.
    let duration: Double

    private static let count = 48

    /// Along what seems the shortest way, in even steps of what is seen to move.
    static func steady(from start: Camera, to goal: Camera, view: CGSize) -> Way {
        let (cameras, length) = start.path(to: goal, view: view, count: count)
        return Way(goal: goal, cameras: cameras.dropLast() + [goal], duration: duration(length))
    }

    /// Away to where both are seen, and down: two halves, each of which moves and enlarges the map evenly.
    static func inHalves(from start: Camera, to goal: Camera, view: CGSize) -> Way {
        let (cameras, length) = start.path(to: goal, view: view, count: 3)
        func half(_ first: Camera, _ last: Camera) -> [Camera] {
            (0..<count / 2).map { first.moved(CGFloat($0) / CGFloat(count / 2 - 1), to: last, view: view) }
        }
        return Way(
            goal: goal, cameras: half(start, cameras[1]) + half(cameras[1], goal), duration: duration(length))
    }

    private static func duration(_ length: CGFloat) -> Double { min(max(0.3 * Double(length), 0.6), 1.3) }

    /// Where the second half begins.
    var middle: Int { cameras.count / 2 }
}

extension Camera {
    /// Where the map is at a part of its way to where another camera has it, if it is moved and enlarged evenly.
    fileprivate func moved(_ part: CGFloat, to other: Camera, view: CGSize) -> Camera {
        guard part < 1 else { return other }
        let (first, last) = (position(in: view), other.position(in: view))
        let place = CGPoint(x: first.x + part * (last.x - first.x), y: first.y + part * (last.y - first.y))
        return Camera(position: place, zoom: zoom + part * (other.zoom - zoom), in: view)
    }
}
