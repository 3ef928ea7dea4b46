import Foundation
import Mainspring
import MainspringAnimation
import MainspringGraphics
import Testing

@testable import MainspringRendering

@Suite struct FrameRecorderTests {
    @Test func `frames are at exactly start and number over rate, without drift`() throws {
        try RecordingStage.run { stage in
            let sink = KeepingSink()
            let rate = try FrameRate(60_000, in: 1_001)
            try stage.recorder().record(frames: 500, rate: rate, from: 2, to: sink)
            let times: [Double] = (0..<500).map { number -> Double in
                let elapsed = Double(number * 1_001)
                return 2 + elapsed / 60_000
            }
            #expect(sink.times == times)
            #expect(sink.format == (try FrameFormat(width: 16, height: 8, rate: rate)))
            #expect(sink.finishes == 1)
        }
    }

    @Test func `each frame shows its own time, on a virtual clock and on the system's`() throws {
        for clock in [VirtualClock(), SystemClock.shared] {
            try RecordingStage.run(clock: clock) { stage in
                let recorder = try stage.recorder()
                let begin = CACurrentMediaTime() + 1
                stage.moveBox(at: begin)
                let sink = KeepingSink()
                try recorder.record(frames: 15, rate: FrameRate(60), from: begin, to: sink)
                for (number, picture) in sink.pictures.enumerated() {
                    let lit = (0..<16).filter { picture[4 * $0 + 3] != 0 }
                    #expect(lit == Array(number..<min(16, number + 4)), "frame \(number)")
                }
            }
        }
    }

    @Test func `timers and what they change happen at their times between frames`() throws {
        try RecordingStage.run { stage in
            var fired: [Double] = []
            let box = stage.box
            let date = CFAbsoluteTimeGetCurrent() + 0.25
            let timer = CFRunLoopTimerCreateWithHandler(kCFAllocatorDefault, date, 0, 0, 0) { _ in
                fired.append(CACurrentMediaTime())
                CATransaction.setDisableActions(true)
                box.backgroundColor = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)
            }
            CFRunLoopAddTimer(CFRunLoopGetCurrent(), timer, .defaultMode)
            let sink = KeepingSink()
            try stage.recorder().record(frames: 10, rate: FrameRate(10), to: sink)
            #expect(fired == [0.25])
            let blue = sink.pictures.map { Array($0.prefix(4)) == [255, 0, 0, 255] }
            #expect(blue == [false, false, false, true, true, true, true, true, true, true])
        }
    }

    @Test func `an hour takes no longer than its frames`() throws {
        try RecordingStage.run { stage in
            let sink = KeepingSink()
            try stage.recorder().record(seconds: 3_600, rate: FrameRate(1, in: 60), to: sink)
            #expect(sink.times.count == 60 && sink.times.last == 3_540)
        }
    }

    @Test func `layers draw their contents before the first frame`() throws {
        try RecordingStage.run { stage in
            let delegate = DrawingDelegate()
            stage.box.delegate = delegate
            stage.box.setNeedsDisplay()
            try stage.recorder().record(frames: 1, rate: FrameRate(60), to: KeepingSink())
            #expect(delegate.count == 1)
        }
    }

    /// Shows its level as its contents, drawn anew for each frame while it is animated.
    private final class Meter: CALayer {
        final class Mark {
            let level: CGFloat
            init(_ level: CGFloat) { self.level = level }
        }

        override class var animatableProperties: [AnimatableProperty] {
            [AnimatableProperty(\Meter.level, key: "level", default: 0, needsDisplay: true)]
        }

        var level: CGFloat {
            get { self[animatable: \Meter.level] }
            set { self[animatable: \Meter.level] = newValue }
        }

        override func display() { contents = Mark(level) }
    }

    @Test func `contents that are drawn for each frame are that frame's`() throws {
        try RecordingStage.run { stage in
            let meter = Meter()
            meter.bounds = CGRect(x: 0, y: 0, width: 2, height: 2)
            stage.root.addSublayer(meter)
            meter.setNeedsDisplay()
            let rise = CABasicAnimation(keyPath: "level")
            (rise.fromValue, rise.toValue, rise.duration, rise.beginTime) = (0, 64, 1, 1)
            meter.add(rise, forKey: "rise")
            var shown: [CGFloat] = []
            var last: CGFloat?
            stage.painter.onDraw = { frame in
                last = (frame[meter]?.value(forKey: "contents") as? Meter.Mark)?.level
            }
            try stage.recorder().record(frames: 16, rate: FrameRate(16), from: 1, to: KeepingSink()) { _ in
                if let last { shown.append(last) }
            }
            let expected: [CGFloat] = (0..<16).map { (number: Int) -> CGFloat in 4 * CGFloat(number) }
            #expect(shown == expected)
        }
    }

    private final class DrawingDelegate: CALayerDelegate {
        var count = 0
        func display(_ layer: CALayer) { count += 1 }
    }

    @Test func `what shows the same again is recorded again`() throws {
        try RecordingStage.run { stage in
            let sink = KeepingSink()
            try stage.recorder().record(frames: 3, rate: FrameRate(60), to: sink)
            #expect(sink.pictures.count == 3 && Set(sink.pictures).count == 1)
            #expect(stage.painter.times == [0], "nothing had to be painted again")
        }
    }

    @Test func `progress is told, and what it throws ends the recording`() throws {
        struct Enough: Error {}
        try RecordingStage.run { stage in
            let sink = KeepingSink()
            var told: [Int] = []
            #expect(throws: Enough.self) {
                try stage.recorder().record(frames: 10, rate: FrameRate(60), to: sink) { progress in
                    #expect(progress.count == 10)
                    told.append(progress.frames)
                    if progress.frames == 4 { throw Enough() }
                }
            }
            #expect(told == [1, 2, 3, 4] && sink.times.count == 4 && sink.finishes == 1)
        }
    }

    @Test func `a task that is cancelled records no more, and the sink is finished`() async {
        let task = Task {
            let stage = RecordingStage(FileManager.default.temporaryDirectory)
            let sink = KeepingSink()
            do {
                try stage.recorder().record(frames: 1_000, rate: FrameRate(60), from: 0, to: sink) { progress in
                    if progress.frames == 3 { withUnsafeCurrentTask { $0?.cancel() } }
                }
                return (false, sink.times.count, sink.finishes)
            } catch {
                return (error is CancellationError, sink.times.count, sink.finishes)
            }
        }
        let (isCancelled, frames, finishes) = await task.value
        #expect(isCancelled && frames == 3 && finishes == 1)
    }

    @Test func `a sink's error is thrown, and the sink is finished`() throws {
        struct Full: Error {}
        try RecordingStage.run { stage in
            let sink = KeepingSink()
            sink.failure = Full()
            #expect(throws: Full.self) {
                try stage.recorder().record(frames: 10, rate: FrameRate(60), to: sink)
            }
            #expect(sink.finishes == 1)
        }
    }

    @Test(arguments: [(0, 8), (-1, 8), (16, 0), (16, Int.min), (Int.max, Int.max), (32_768, 1), (32_767, 32_767)])
    func `sizes that cannot be are refused`(width: Int, height: Int) {
        let error = #expect(throws: RecordingError.self) {
            try FrameRecorder(CALayer(), width: width, height: height, scale: 1, painter: FlatPainter(1, 1))
        }
        #expect(error?.code == .value && error?.description.contains("\(width) by \(height)") == true)
    }

    @Test(arguments: [0, -1, CGFloat.nan, .infinity, 1e-9, 1e9])
    func `scales that cannot be are refused`(scale: CGFloat) {
        let error = #expect(throws: RecordingError.self) {
            try FrameRecorder(CALayer(), width: 4, height: 4, scale: scale, painter: FlatPainter(4, 4))
        }
        #expect(error?.code == .value)
    }

    @Test func `counts, durations and starts that cannot be are refused before anything is written`() throws {
        try RecordingStage.run { stage in
            let recorder = try stage.recorder()
            let sink = KeepingSink()
            let rate = try FrameRate(60)
            for count in [0, -1, Int.min, Int.max, FrameRecorder.mostFrames + 1] {
                #expect(throws: RecordingError.self) { try recorder.record(frames: count, rate: rate, to: sink) }
            }
            for seconds in [0, -1, Double.nan, .infinity, 1e300] {
                #expect(throws: RecordingError.self) { try recorder.record(seconds: seconds, rate: rate, to: sink) }
            }
            for start in [-1, Double.nan, .infinity, 1e300] {
                #expect(throws: RecordingError.self) {
                    try recorder.record(frames: 1, rate: rate, from: start, to: sink)
                }
            }
            #expect(sink.format == nil && sink.finishes == 0)
        }
    }

    @Test(arguments: [(0, 1), (1, 0), (-60, 1), (60, -1), (Int.max, 1), (1, Int.max), (Int.min, Int.min)])
    func `rates of whole numbers that cannot be are refused`(frames: Int, seconds: Int) {
        #expect(throws: RecordingError.self) { try FrameRate(frames, in: seconds) }
    }

    @Test(arguments: [0, -1, Double.nan, .infinity, 1e-9, 1_001, 1e300])
    func `rates that cannot be are refused`(rate: Double) {
        #expect(throws: RecordingError.self) { try FrameRate(framesPerSecond: rate) }
    }

    @Test func `a rate is a fraction, and durations hold whole frames`() throws {
        let rate = try FrameRate(framesPerSecond: 29.97)
        #expect((rate.frames, rate.seconds) == (29_970, 1_000))
        #expect(try FrameRate(30).count(in: 0.1, limit: 100) == 3)
        #expect(try FrameRate(30).count(in: 0.11, limit: 100) == 4)
        #expect(try FrameRate(30).count(in: 9, limit: 100) == 101)
        #expect((0...4).map { (try? FrameRate(60))?.milliseconds(of: $0) } == [0, 17, 33, 50, 67])
    }
}
