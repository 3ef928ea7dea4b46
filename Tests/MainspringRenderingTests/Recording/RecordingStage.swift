import Foundation
import Mainspring
import MainspringAnimation
import MainspringGraphics

@testable import MainspringRendering

/// A box of 4 by 4 that can be moved over a picture of 16 by 8, on a thread with a virtual clock, and a folder for files.
final class RecordingStage {
    let folder: URL
    let root = CALayer()
    let box = CALayer()
    let painter: FlatPainter

    init(_ folder: URL) {
        self.folder = folder
        painter = FlatPainter(16, 8)
        root.bounds = CGRect(x: 0, y: 0, width: 16, height: 8)
        root.anchorPoint = .zero
        box.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
        box.anchorPoint = .zero
        box.backgroundColor = CGColor(srgbRed: 1, green: 0.5, blue: 0, alpha: 0.6)
        root.addSublayer(box)
    }

    func recorder() throws -> FrameRecorder {
        try FrameRecorder(root, width: 16, height: 8, scale: 1, painter: painter)
    }

    /// Moves the box by a pixel with each sixtieth of a second, from a time or the next commit on, for a quarter of a second.
    func moveBox(at time: Double = 0) {
        let move = CABasicAnimation(keyPath: "position.x")
        (move.fromValue, move.toValue, move.duration) = (0, 15, 0.25)
        move.beginTime = time
        move.fillMode = .forwards
        move.isRemovedOnCompletion = false
        box.add(move, forKey: "move")
    }

    func file(_ name: String) -> URL { folder.appendingPathComponent(name) }

    /// What is in the folder, hidden files too.
    func files() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }

    /// Runs a closure with a stage, and takes the folder away.
    static func run<Result: Sendable>(
        clock: RunLoopClock = VirtualClock(), _ body: @escaping @Sendable (RecordingStage) throws -> Result
    ) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("frames-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let thread = RunLoopThread(name: "recording", clock: clock)
        defer { thread.stop() }
        return try thread.performAndWait { try body(RecordingStage(folder)) }
    }
}

/// A sink that keeps what it gets.
final class KeepingSink: FrameSink {
    private(set) var format: FrameFormat?
    private(set) var times: [Double] = []
    /// Blue, green, red and alpha, multiplied by alpha.
    private(set) var pictures: [[UInt8]] = []
    private(set) var finishes = 0
    var failure: (any Error)?

    func begin(_ format: FrameFormat) throws { self.format = format }

    func append(_ frame: RecordedFrame) throws {
        if let failure { throw failure }
        times.append(frame.time)
        pictures.append(frame.bytes(order: .bgra, alpha: .premultiplied))
    }

    func finish() throws { finishes += 1 }
}
