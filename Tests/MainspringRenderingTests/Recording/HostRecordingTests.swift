import Foundation
import Mainspring
import MainspringAnimation
import MainspringGraphics
import Testing

@testable import MainspringRendering

@Suite struct HostRecordingTests {
    /// Records a box that moves for a quarter of a second, from the first commit on, while the loop is run by somebody else.
    private static func record(
        _ stage: RecordingStage, to sink: any FrameSink, rate: Int = 60, for seconds: Double = 0.5,
        until end: Double? = nil
    ) throws {
        let recording = try HostRecording(width: 16, height: 8, rate: FrameRate(rate), to: sink)
        let host = LayerHost()
        host.onFrame = { recording.add($0) }
        host.layer = stage.root
        stage.moveBox()
        CATransaction.flush()
        CFRunLoopRunInMode(.defaultMode, seconds, false)
        host.onFrame = nil
        host.layer = nil
        try recording.finish(at: end)
        try recording.finish()
    }

    @Test(arguments: [60, 30, 20])
    func `frames lie where the rate has them, whoever runs the loop`(rate: Int) throws {
        let counts = try RecordingStage.run { stage in
            let sink = KeepingSink()
            try Self.record(stage, to: sink, rate: rate, until: 0.5)
            let places = sink.pictures.map { frame in stride(from: 0, to: 64, by: 4).first { frame[$0 + 3] > 0 } ?? -1 }
            return (sink.pictures.count, places)
        }
        #expect(counts.0 == rate / 2)
        // A pixel with each sixtieth of a second, and then it stays.
        for (number, place) in counts.1.enumerated() where number * 60 / rate < 15 {
            #expect(abs(place / 4 - number * 60 / rate) <= 1, "frame \(number)")
        }
        #expect(counts.1.last == 15 * 4)
    }

    @Test func `a recording of a virtual clock is the same each time`() throws {
        func frames() throws -> [[UInt8]] {
            try RecordingStage.run { stage in
                let sink = KeepingSink()
                try Self.record(stage, to: sink)
                return sink.pictures
            }
        }
        let first = try frames()
        #expect(try first == frames() && first.count > 14)
    }

    @Test func `what a sink throws is thrown at the end, once, and no frame comes after it`() throws {
        let asked = try RecordingStage.run { stage in
            let sink = RefusingSink()
            #expect(throws: RefusingSink.Refusal.self) { try Self.record(stage, to: sink) }
            return sink.asked
        }
        #expect(asked == 3)
    }

    @Test(arguments: [(0, 8, 1.0), (16, -1, 1), (40_000, 8, 1), (16, 8, .nan), (16, 8, 0)])
    func `sizes that cannot be are refused`(width: Int, height: Int, scale: Double) throws {
        #expect(throws: RecordingError.self) {
            try HostRecording(width: width, height: height, scale: scale, rate: FrameRate(60), to: KeepingSink())
        }
    }

    @Test func `a recording without a frame gives none`() throws {
        let sink = KeepingSink()
        try HostRecording(width: 16, height: 8, rate: FrameRate(60), to: sink).finish(at: 5)
        #expect(sink.pictures.isEmpty)
    }
}

/// A sink that takes two frames.
private final class RefusingSink: FrameSink {
    struct Refusal: Error {}
    private(set) var asked = 0

    func begin(_ format: FrameFormat) throws {}
    func append(_ frame: RecordedFrame) throws {
        asked += 1
        if asked > 2 { throw Refusal() }
    }
    func finish() throws {}
}
