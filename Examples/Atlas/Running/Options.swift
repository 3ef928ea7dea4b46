import CityStacks

/// What the program was asked for.
struct Options: Equatable {
    /// Those that are named; empty for the usual ones.
    var setUps: [SetUpKind] = []
    /// How many cities are imported, at most.
    var rows = Int.max
    var isHeadless = false
    /// Where the story's frames go, as pictures and as a recording.
    var frames: String?
    var recording: String?
    var trace: String?
    var report: String?
    var showsHelp = false

    static let usage = """
        usage: Atlas [--stack single|shared|nested|writer] [--rows N] [--headless] [--record FILE.webp] [--frames FOLDER]
                     [--trace FILE] [--report FILE.html]

        A map of the world made of its cities, which are imported while it is shown. With a display it opens a window; without one
        it measures, through contexts in four set-ups, what an import does to the frames of the same screen.
          --stack NAME       through which set-up; in a window otherwise writer, without one all; may be given several times
          --rows N           the first N cities, not all
          --headless         without a window, though there is a display
          --record FILE      records the story: the import, and two flights over twelve cities, on a clock that waits for nobody
          --frames FOLDER    its frames as pictures, two a second
          --trace FILE       what the main loop did in the last measurement, for Perfetto or `mainspring trace summary`
          --report FILE      the measurements with a chart of each frame, the last picture and the recording, as one page
        """

    /// Reads the arguments behind the program's name.
    /// - Throws: what is wrong with them.
    init(_ arguments: [String]) throws(OptionError) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--help", "-h": showsHelp = true
            case "--headless": isHeadless = true
            case "--stack":
                let name = try Self.value(of: argument, &rest)
                guard let kind = SetUpKind(rawValue: name) else {
                    throw OptionError("There is no set-up “\(name)”; there are single, shared, nested and writer.")
                }
                if !setUps.contains(kind) { setUps.append(kind) }
            case "--rows":
                let text = try Self.value(of: argument, &rest)
                guard let number = Int(text), number > 0 else {
                    throw OptionError("Behind --rows stands a number above 0, not “\(text)”.")
                }
                rows = number
            case "--record": recording = try Self.value(of: argument, &rest)
            case "--frames": frames = try Self.value(of: argument, &rest)
            case "--trace": trace = try Self.value(of: argument, &rest)
            case "--report": report = try Self.value(of: argument, &rest)
            default: throw OptionError("“\(argument)” is no option; --help tells which there are.")
            }
        }
    }

    private static func value(of option: String, _ rest: inout ArraySlice<String>) throws(OptionError) -> String {
        guard let value = rest.popFirst() else { throw OptionError("A value is missing behind \(option).") }
        return value
    }

    /// Whether the story is to be played.
    var tells: Bool { recording != nil || frames != nil }
}

/// What is wrong with the arguments, as a sentence.
struct OptionError: Error, Equatable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
