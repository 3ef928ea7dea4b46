public import Foundation
internal import MainspringGraphics

extension Event {
    /// Where it happened, in points of the window; nil for what has no place.
    public internal(set) var location: CGPoint? {
        get {
            switch content {
            case .pointer(let event): event.location
            case .scroll(let event): event.location
            case .magnify(let event): event.location
            case .touch(let event): event.location
            case .fileDrop(let event): event.location
            case .key, .text, .window, .terminationRequested, .windowSystemFailed: nil
            }
        }
        set {
            guard let newValue else { return }
            switch content {
            case .pointer(var event):
                event.location = newValue
                content = .pointer(event)
            case .scroll(var event):
                event.location = newValue
                content = .scroll(event)
            case .magnify(var event):
                event.location = newValue
                content = .magnify(event)
            case .touch(var event):
                event.location = newValue
                content = .touch(event)
            case .fileDrop(var event):
                event.location = newValue
                content = .fileDrop(event)
            case .key, .text, .window, .terminationRequested, .windowSystemFailed: break
            }
        }
    }

    /// Whether all of its numbers are some. The sizes of windows are looked at where they are used.
    var isFinite: Bool {
        guard time.isFinite, location?.isFinite ?? true else { return false }
        return switch content {
        case .scroll(let event): event.delta.dx.isFinite && event.delta.dy.isFinite
        case .magnify(let event): event.magnification.isFinite
        default: true
        }
    }

    /// Whether it ends what an earlier one has begun, and so may not get lost.
    var isEnd: Bool {
        switch content {
        case .pointer(let event): event.phase == .up || event.phase == .cancelled || event.phase == .exited
        case .touch(let event): event.phase == .ended || event.phase == .cancelled
        case .scroll(let event): event.phase.isEnd
        case .magnify(let event): event.phase.isEnd
        case .fileDrop(let event): event.phase == .exited
        case .key(let event): !event.isDown
        case .text, .window, .terminationRequested, .windowSystemFailed: false
        }
    }
}

extension CGPoint {
    /// Whether both numbers are some.
    var isFinite: Bool { x.isFinite && y.isFinite }

    /// How far it is to another point.
    func distance(to other: CGPoint) -> CGFloat {
        let (dx, dy) = (other.x - x, other.y - y)
        return (dx * dx + dy * dy).squareRoot()
    }
}
