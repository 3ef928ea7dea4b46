public import Mainspring

/// How an object's own time runs inside its parent's: layers are nested in their superlayers, animations in their layer
/// or group.
///
/// A parent's time `tp` becomes local time by `t = (tp - beginTime) * speed + timeOffset`, first; then the object
/// repeats, reverses and fills as its other properties say. Times are in seconds.
public protocol CAMediaTiming {
    /// When the object begins, in its parent's time. 0 for an animation means: when it is committed.
    var beginTime: CFTimeInterval { get set }
    /// How long the object takes once, in its own time, seconds. 0 for an animation means: as its transaction says.
    var duration: CFTimeInterval { get set }
    /// How fast local time runs beside the parent's: 2 is twice as fast, 0 stands still, -1 runs backwards.
    var speed: Float { get set }
    /// What is added to local time, seconds.
    var timeOffset: CFTimeInterval { get set }
    /// How often the object repeats, fractions included. 0 means once.
    var repeatCount: Float { get set }
    /// How long the object repeats, seconds of local time. Where it is above 0, `repeatCount` is not asked.
    var repeatDuration: CFTimeInterval { get set }
    /// Whether the object runs backwards after each time it ran forwards, which doubles its length.
    var autoreverses: Bool { get set }
    /// What the object does before its beginning and after its end.
    var fillMode: CAMediaTimingFillMode { get set }
}
