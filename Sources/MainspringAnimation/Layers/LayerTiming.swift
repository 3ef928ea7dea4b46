/// A layer's timing: it goes on for ever at normal speed unless told otherwise.
struct LayerTiming: Hashable, Sendable {
    var beginTime = 0.0
    var duration = Double.infinity
    var speed: Float = 1
    var timeOffset = 0.0
    var repeatCount: Float = 0
    var repeatDuration = 0.0
    var autoreverses = false
    var fillMode = CAMediaTimingFillMode.removed

    /// From the superlayer's time to the layer's.
    var map: TimeMap { TimeMap(begin: beginTime, speed: Double(speed), offset: timeOffset) }
}
