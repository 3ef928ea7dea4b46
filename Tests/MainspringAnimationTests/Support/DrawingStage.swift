import MainspringGraphics

/// What layers draw on within a test: bitmaps that write down what they are told.
///
/// The engine of a process is one for all tests; so it asks the task for its stage.
final class DrawingStage: @unchecked Sendable {
    // `@unchecked Sendable`: used within one synchronous call on one thread.

    @TaskLocal private static var current: DrawingStage?

    private static let installation: Void = CGContext.installBitmapEngine { description in
        let engine = RecordingEngine(bitmap: description)
        current?.engines.append(engine)
        return engine
    }

    /// The bitmaps that were made, in their order.
    private(set) var engines: [RecordingEngine] = []

    /// What the bitmap made last was told.
    var lines: [String] { engines.last?.lines ?? [] }

    /// Calls a function on a stage of its own.
    static func run<Result>(_ body: (DrawingStage) throws -> Result) rethrows -> Result {
        installation
        let stage = DrawingStage()
        return try $current.withValue(stage) { try body(stage) }
    }
}
