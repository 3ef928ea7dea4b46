internal import Foundation
internal import Mainspring
internal import MainspringAnimation

/// A case as layers in a host, committed at second 0 of a virtual clock.
///
/// Progress is told by properties that go from 0 to 1. There are two of them, since frames evaluate some properties in a form of their
/// own: `position` is one of those, `zPosition` is not.
struct Stage {
    private let host: LayerHost
    private let meter = CALayer()
    private let subject = CALayer()
    private let kind: AnimationCase.Kind
    private let speed: Double

    /// What the meter has without an animation: farther away than any timing function goes.
    private static let noProgress = -1e9

    init(_ each: AnimationCase) {
        host = LayerHost(clock: VirtualClock())
        kind = each.kind
        speed = each.speed
        let root = CALayer()
        host.layer = root
        meter.position = CGPoint(x: Self.noProgress, y: 0)
        meter.zPosition = Self.noProgress
        root.addSublayer(meter)
        root.addSublayer(subject)
        meter.add(each.animation("position", from: CGPoint.zero, to: CGPoint(x: 1, y: 0)), forKey: nil)
        meter.add(each.animation("zPosition", from: 0.0, to: 1.0), forKey: nil)
        subject.add(each.subjectAnimation, forKey: nil)
        CATransaction.flush()
    }

    /// What a frame shows at an instant of the case, by each of the two meters.
    func samples(at time: Double) -> [Sample] {
        let frame = host.frame(at: time / speed)
        guard let shown = frame[subject], let meter = frame[meter] else { return [] }
        let value: [Double]
        switch kind {
        case .number: value = [Double(shown.value(forKey: "zPosition") as? CGFloat ?? .nan)]
        case .opacity: value = [Double(shown.opacity)]
        case .position:
            let point = shown.value(forKey: "position") as? CGPoint
            value = [Double(point?.x ?? .nan), Double(point?.y ?? .nan)]
        case .rotation, .plane, .space: value = (shown.value(forKey: "transform") as? CATransform3D)?.numbers ?? []
        }
        let quick = (meter.value(forKey: "position") as? CGPoint)?.x ?? .nan
        let usual = (meter.value(forKey: "zPosition") as? CGFloat) ?? .nan
        return [quick, usual].map { Sample(progress: $0 == Self.noProgress ? nil : Double($0), value: value) }
    }
}
