import Mainspring

/// What imports have done to the main loop.
struct StopFigures {
    private var (due, missed, imports) = (0, 0, 0)
    /// In milliseconds.
    private var (longestStop, longestCallOut, longestRead, longestSave) = (0.0, 0.0, 0.0, 0.0)
    /// How long they took.
    private(set) var seconds = 0.0

    init() {}

    init(_ frames: FrameReport, _ time: Duration, _ longestRead: Duration, _ longestSave: Duration) {
        (due, missed, imports) = (frames.due, frames.missed, 1)
        (longestStop, longestCallOut) = (
            frames.longestStop / .milliseconds(1), frames.longestCallOut / .milliseconds(1)
        )
        (self.longestRead, self.longestSave) = (longestRead / .milliseconds(1), longestSave / .milliseconds(1))
        seconds = time / .seconds(1)
    }

    mutating func add(_ other: StopFigures) {
        due += other.due
        missed += other.missed
        imports += other.imports
        longestStop = max(longestStop, other.longestStop)
        longestCallOut = max(longestCallOut, other.longestCallOut)
        longestRead = max(longestRead, other.longestRead)
        longestSave = max(longestSave, other.longestSave)
        seconds += other.seconds
    }

    /// As the program prints it: the value is the longest stop, or the time in milliseconds of an import.
    func line(isTotal: Bool) -> String {
        let value = isTotal ? 1_000 * seconds / Double(max(imports, 1)) : longestStop
        return """
            value=\(value) missed=\(due > 0 ? 100 * Double(missed) / Double(due) : 0) read=\(longestRead) \
            synchronous-save=\(longestSave) call-out=\(longestCallOut) frames=\(due) imports=\(imports) \
            import-seconds=\(seconds / Double(max(imports, 1)))
            """
    }
}
