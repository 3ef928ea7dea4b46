import Mainspring

/// What imports have done to the main loop.
struct StopFigures {
    private var (due, missed, imports) = (0, 0, 0)
    /// In milliseconds.
    private var (longestStop, longestCallOut) = (0.0, 0.0)
    /// The same; nil where the main loop reads nothing, or saves nothing at once.
    private var longestRead, longestSave: Double?
    /// How long they took.
    private(set) var seconds = 0.0

    init() {}

    init(_ frames: FrameReport, _ time: Duration, _ longestRead: Duration?, _ longestSave: Duration?) {
        (due, missed, imports) = (frames.due, frames.missed, 1)
        (longestStop, longestCallOut) = (
            frames.longestStop / .milliseconds(1), frames.longestCallOut / .milliseconds(1)
        )
        self.longestRead = longestRead.map { $0 / .milliseconds(1) }
        self.longestSave = longestSave.map { $0 / .milliseconds(1) }
        seconds = time / .seconds(1)
    }

    mutating func add(_ other: StopFigures) {
        due += other.due
        missed += other.missed
        imports += other.imports
        longestStop = max(longestStop, other.longestStop)
        longestCallOut = max(longestCallOut, other.longestCallOut)
        longestRead = Self.longest(longestRead, other.longestRead)
        longestSave = Self.longest(longestSave, other.longestSave)
        seconds += other.seconds
    }

    private static func longest(_ one: Double?, _ other: Double?) -> Double? { [one, other].compactMap(\.self).max() }

    /// As the program prints it: the value is the longest stop, or the time in milliseconds of an import.
    func line(isTotal: Bool) -> String {
        let value = isTotal ? 1_000 * seconds / Double(max(imports, 1)) : longestStop
        let some = [("read", longestRead), ("synchronous-save", longestSave)].compactMap { name, longest in
            longest.map { "\(name)=\($0) " }
        }
        return """
            value=\(value) missed=\(due > 0 ? 100 * Double(missed) / Double(due) : 0) \(some.joined())\
            call-out=\(longestCallOut) frames=\(due) imports=\(imports) \
            import-seconds=\(seconds / Double(max(imports, 1)))
            """
    }
}
