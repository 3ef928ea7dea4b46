import ArgumentParser
import CityStacks
import Foundation

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
    // A number below 0 looks like an option, and is to be refused as a number.
    @Option(name: .customLong("rows"), parsing: .unconditional, help: "The first so many cities, not all.")
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
        name: .customLong("story-seconds"), parsing: .unconditional, help: "Ends the story after so many seconds.")
    var storySeconds: Int?
    @Option(
        help: ArgumentHelp(
            "What the main loop did in the last measurement, for Perfetto or `mainspring trace summary`.",
            valueName: "file"))
    var trace: String?
    @Option(
        help: ArgumentHelp(
            """
            The measurements with a chart of each frame, the last picture and the recording, as one page below 5 MB. A \
            larger recording is shown as a preview.
            """,
            valueName: "file.html"))
    var report: String?
    /// The file for the preview of the recording. ``StoryProcess`` passes it to the process that it starts.
    @Option(help: .hidden)
    var preview: String?

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

    /// Nothing is written where something else is to be.
    private func checkOutputs() throws {
        if let recording {
            let ending = URL(fileURLWithPath: recording).pathExtension
            guard ending.isEmpty || ending.lowercased() == "webp" else {
                throw ValidationError(
                    "--record writes an animated WebP: name a file that ends in .webp, not in .\(ending).")
            }
        }
        var taken: [String: String] = [:]
        for (option, path) in [("--record", recording), ("--trace", trace), ("--report", report)] {
            guard let path else { continue }
            let file = URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path
            let type = (try? FileManager.default.attributesOfItem(atPath: file))?[.type] as? FileAttributeType
            // A pipe or a device takes all that is written into it.
            guard type == nil || type == .typeRegular else { continue }
            if let other = taken.updateValue(option, forKey: file) {
                throw ValidationError("\(other) and \(option) name the same file, “\(path)”. Give each one of its own.")
            }
        }
    }

    mutating func validate() throws {
        setUps = SetUpKind.eachOnce(setUps)
        try checkOutputs()
        try ImportCount.check(limit, for: "--rows")
        if let storySeconds, storySeconds < 1 {
            throw ValidationError("--story-seconds is \(storySeconds); a story lasts 1 second at least.")
        }
    }
}
