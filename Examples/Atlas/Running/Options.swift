import ArgumentParser
import CityStacks

/// What the program was asked for.
struct Options: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "Atlas",
        abstract: "A map of the world made of its cities, which are imported while it is shown.",
        discussion: """
            With a display it opens a window; without one it measures, through contexts in four set-ups, what an import does to the \
            frames of the same screen.
            """)

    @Option(
        name: .customLong("stack"),
        help: "Through which set-up; in a window otherwise writer, without one all. May be given several times.")
    var setUps: [SetUpKind] = []
    @Option(name: .customLong("rows"), help: "The first so many cities, not all.")
    private var limit: Int?
    @Flag(name: .customLong("headless"), help: "Without a window, though there is a display.")
    var isHeadless = false
    @Option(
        name: .customLong("record"),
        help: ArgumentHelp(
            "Records the story: the import, and two flights over twelve cities, on a clock that waits for nobody.",
            valueName: "file.webp"))
    var recording: String?
    @Option(help: ArgumentHelp("The story's frames as pictures, two a second.", valueName: "folder"))
    var frames: String?
    @Option(
        help: ArgumentHelp(
            "What the main loop did in the last measurement, for Perfetto or `mainspring trace summary`.",
            valueName: "file"))
    var trace: String?
    @Option(
        help: ArgumentHelp(
            "The measurements with a chart of each frame, the last picture and the recording, as one page.",
            valueName: "file.html"))
    var report: String?

    /// How many cities are imported, at most.
    var rows: Int { limit ?? .max }
    /// Whether the story is to be played.
    var tells: Bool { recording != nil || frames != nil }

    /// Sees to it that what is to be written can be, as far as that is known before: makes the folders.
    /// - Throws: ``OutputFile/Failure``.
    func prepareOutputs() throws {
        if let recording { try OutputFile(recording).prepare(.fileAlone) }
        if let frames { try OutputFile.prepare(folder: frames) }
        for file in [trace, report].compactMap(\.self) { try OutputFile(file).prepare() }
    }

    mutating func validate() throws {
        setUps = SetUpKind.eachOnce(setUps)
        try ImportCount.check(limit, for: "--rows")
    }
}
