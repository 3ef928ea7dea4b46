import MainspringGraphics

/// What layers draw on within a test: bitmaps that write down what they are told.
///
/// The engine of a process is one for all tests, and others install Cairo; so a stage is that of its task.
final class DrawingStage: @unchecked Sendable {
    // `@unchecked Sendable`: used within one synchronous call on one thread.

    /// The bitmaps that were made, in their order.
    private(set) var engines: [RecordingEngine] = []

    /// What the bitmap made last was told.
    var lines: [String] { engines.last?.lines ?? [] }

    /// Calls a function on a stage of its own.
    static func run<Result>(_ body: (DrawingStage) throws -> Result) rethrows -> Result {
        let stage = DrawingStage()
        let make: CGBitmapEngineMaker = { description in
            let engine = RecordingEngine(bitmap: description)
            stage.engines.append(engine)
            return engine
        }
        return try CGContext.$bitmapEngineOfTask.withValue(make) { try body(stage) }
    }
}
