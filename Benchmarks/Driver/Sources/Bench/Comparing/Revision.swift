/// One of the two builds that are compared.
struct Revision {
    /// The name in tables and messages.
    let name: String
    let launcher: Launcher
}

extension Revision {
    /// The two revisions of a comparison with a commit. The later one is the working tree with its changes.
    static func pair(_ options: Options, against commit: String) -> (before: Revision, after: Revision) {
        func name(_ command: [String]) -> String { (output(of: ["git"] + command) ?? "unknown").trimmed }
        return (
            Revision(
                name: name(["rev-parse", "--short", "\(commit)^{commit}"]),
                launcher: Launcher(folder: options.programsBefore, root: options.rootBefore)),
            Revision(
                name: name(["describe", "--always", "--dirty"]), launcher: Launcher(folder: options.programs))
        )
    }
}
