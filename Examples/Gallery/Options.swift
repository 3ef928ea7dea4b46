import ArgumentParser

/// What the command line asks for.
struct Options: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "Gallery",
        abstract: "Shows what layers can do, a screen for each subject.",
        discussion: "In a window left and right arrows go on, and Escape ends.")

    @Option(
        name: .customLong("screen"),
        help: ArgumentHelp("Begins with a screen; with --frames or --record, that one alone.", valueName: "name"))
    private var name: String?
    @Flag(name: .customLong("list"), help: "Says which screens there are.")
    var lists = false
    @Option(
        help: ArgumentHelp(
            "Paints each screen at three instants, as PNG files; no display is needed.", valueName: "folder"))
    var frames: String?
    @Option(
        name: .customLong("record"),
        help: ArgumentHelp(
            "Paints a walk through the screens, or four seconds of one, as an animation.", valueName: "file.webp"))
    var recording: String?

    private var named: Int? { Screen.all.firstIndex { $0.name == name } }
    private var paints: Bool { frames != nil || recording != nil }

    /// What is shown, or painted.
    var screens: [Screen] {
        guard paints, let named else { return Screen.all }
        return [Screen.all[named]]
    }
    /// With which of them it begins.
    var first: Int { paints ? 0 : named ?? 0 }

    func validate() throws {
        guard let name, named == nil else { return }
        throw ValidationError("There is no screen “\(name)”; --list says which there are.")
    }
}
