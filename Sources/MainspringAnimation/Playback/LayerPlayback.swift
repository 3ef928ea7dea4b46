internal import Diagnostics
public import Mainspring

/// Ours: pause, slow motion, seeking and running backwards, of a layer with all that is in it, of several layers, or of
/// all of a host.
///
/// ```swift
/// layer.playback.pause()
/// layer.playback.resume()
/// layer.playback.speed = 0.25
/// layer.playback.reverse()
/// layer.playback.seek(by: -0.5)
/// [card, label].playback.pause()
/// host.playback.speed = 0.1
/// ```
/// Built on the timing of the layers: each of these sets `speed`, `timeOffset` and `beginTime` such that local time
/// goes on from what it is, so nothing jumps but by a seek. Effective with the commit of the thread's transaction. A
/// layer whose superlayer is in the list too is left to that one. An animation that has ended and was let go does not
/// come back; one that runs backwards stays at its beginning, and does not end. On the thread of the layers.
public struct LayerPlayback {
    private let layers: [CALayer]

    init(_ layers: [CALayer]) {
        guard layers.count > 1 else {
            self.layers = layers
            return
        }
        let all = Set(layers.map { ObjectIdentifier($0) })
        /// Whether a layer is one of these or inside one; for each that was looked at, since there may be many around
        /// many.
        var known: [ObjectIdentifier: Bool] = [:]
        self.layers = layers.filter { layer in
            var way: [ObjectIdentifier] = []
            var isInside = false
            var next = layer.tree.parent
            while let outer = next {
                let identity = ObjectIdentifier(outer)
                if let found = known[identity] ?? (all.contains(identity) ? true : nil) {
                    isInside = found
                    break
                }
                way.append(identity)
                next = outer.tree.parent
            }
            for identity in way { known[identity] = isInside }
            return !isInside
        }
    }

    /// Whether time stands still; of several layers, of each.
    public var isPaused: Bool { !layers.isEmpty && layers.allSatisfy { $0.values.timing.speed == 0 } }

    /// How fast time runs beside that around the layers when it is not paused: 1 at first, 0.25 for slow motion, below
    /// 0 backwards.
    ///
    /// Setting it to 0 pauses; setting it while paused counts from when it is resumed. What is no number, or infinite,
    /// changes nothing. Of several layers the first one's.
    public var speed: Float {
        get { layers.first?.playingSpeed ?? 1 }
        nonmutating set {
            guard newValue.isFinite else {
                return BadPlayback.log.write(
                    .speed,
                    "A playback speed of \(newValue) changes nothing. Set a finite number: 0 pauses, 1 is as usual.")
            }
            guard newValue != 0 else { return pause() }
            change { layer, now in
                if layer.values.timing.speed == 0 {
                    layer.resumingSpeed = newValue
                } else {
                    layer.retime(speed: newValue, at: now)
                }
            }
        }
    }

    /// Local time of the layers, in seconds; of several layers the first one's.
    public var time: CFTimeInterval { layers.first.map { $0.playingTime(at: $0.now) } ?? 0 }

    /// Lets time stand still. Paused layers stay so.
    public func pause() {
        change { layer, now in
            guard layer.values.timing.speed != 0 else { return }
            layer.resumingSpeed = layer.values.timing.speed
            layer.retime(speed: 0, at: now)
        }
    }

    /// Lets time go on from where it stands, as fast as before. Layers that are not paused go on as they do.
    public func resume() {
        change { layer, now in
            guard layer.values.timing.speed == 0 else { return }
            let speed = layer.resumingSpeed ?? 1
            layer.resumingSpeed = nil
            layer.retime(speed: speed, at: now)
        }
    }

    /// Lets time run the other way, as fast as it does; paused, from when it is resumed.
    public func reverse() {
        change { layer, now in
            if layer.values.timing.speed == 0 {
                layer.resumingSpeed = -(layer.resumingSpeed ?? 1)
            } else {
                layer.retime(speed: -layer.values.timing.speed, at: now)
            }
        }
    }

    /// Sets local time, which goes on from there as it did. What is no number, or infinite, changes nothing.
    /// - Parameter time: Seconds of local time, as ``time`` gives them.
    public func seek(to time: CFTimeInterval) { move { _, _ in time } }

    /// Moves local time on, or back by a number below 0.
    public func seek(by seconds: CFTimeInterval) { move { $0.playingTime(at: $1) + seconds } }

    /// Sets local time such that an animation is at a time of its course; layers that do not have it are left alone.
    ///
    /// An animation that was not committed yet is at 0 when it is.
    /// - Parameters:
    ///   - seconds: Since its beginning, in its layer's time.
    ///   - key: The animation's.
    public func seek(to seconds: CFTimeInterval, inAnimationForKey key: String) {
        move { layer, _ in
            layer.attached.first { $0.key == key && $0.isCommitted }.map { $0.animation.beginTime + seconds }
        }
    }

    private func move(_ target: (CALayer, _ now: Double) -> Double?) {
        change { layer, now in
            guard let time = target(layer, now) else { return }
            guard time.isFinite else {
                return BadPlayback.log.write(
                    .time, "A seek to \(time) seconds changes nothing. Give a finite number of seconds.")
            }
            layer.retime(to: time, speed: layer.values.timing.speed, at: now)
        }
    }

    /// At one instant for all: what layers deep inside the same others have from these is found once.
    private func change(_ body: (CALayer, _ now: Double) -> Void) {
        TransactionStack.withoutActions {
            var instants: [ObjectIdentifier?: Double] = [:]
            for layer in layers {
                let host = layer.context.map { ObjectIdentifier($0) }
                let now = instants[host] ?? layer.now
                instants[host] = now
                body(layer, now)
            }
        }
    }
}

/// What is said once.
private enum BadPlayback {
    case speed, time

    static let log = OnceLog<BadPlayback>(ending: "")
}

extension CALayer {
    /// Ours: pause, slow motion, seeking and running backwards, for the layer and all that is in it.
    public var playback: LayerPlayback { LayerPlayback([self]) }

    /// Seconds of the time that this layer's is made of.
    private func outerTime(at now: Double) -> Double { tree.parent?.convertTime(now, from: nil) ?? now }

    fileprivate func playingTime(at now: Double) -> Double { values.timing.map.local(outerTime(at: now)) }

    /// Seconds of the host's clock, or of the calling thread's.
    fileprivate var now: Double { context?.now ?? CACurrentMediaTime() }

    fileprivate var playingSpeed: Float {
        values.timing.speed == 0 ? resumingSpeed ?? 1 : values.timing.speed
    }

    /// Lets local time go on, from what it is or from another, at a speed.
    ///
    /// Source of the way: Apple's Q&A 1673, which does so for 0 and 1.
    fileprivate func retime(to time: Double? = nil, speed: Float, at now: Double) {
        let outer = outerTime(at: now)
        let local = time ?? values.timing.map.local(outer)
        guard local.isFinite else { return }
        beginTime = speed == 0 ? 0 : outer
        timeOffset = local
        self.speed = speed
    }
}

extension Array where Element: CALayer {
    /// Ours: pause, slow motion, seeking and running backwards, for several layers at once.
    public var playback: LayerPlayback { LayerPlayback(self) }
}

extension LayerHost {
    /// Ours: pause, slow motion, seeking and running backwards, for all that the host shows. Without a ``layer`` it
    /// does nothing.
    public var playback: LayerPlayback { LayerPlayback(layer.map { [$0] } ?? []) }
}
