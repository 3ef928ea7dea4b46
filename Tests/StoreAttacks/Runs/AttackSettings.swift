import Foundation

/// The arguments of the program.
struct AttackSettings {
    /// A folder for the files of the attacks, which the caller deletes.
    let folder: String
    /// The time for all attacks, in seconds.
    let seconds: Double
    /// The folder with the specimens that are mutated: a folder for each reader.
    let corpus: String
    /// Whether the process has a mount namespace of its own, where `disk` in the folder is a small tmpfs and `/dev`
    /// holds copies of devices.
    let isPrivate: Bool
    let attacks: [Attack]

    /// `nil` if the arguments are wrong.
    init?(_ arguments: [String]) {
        guard arguments.count >= 5, let seconds = Double(arguments[1]), seconds > 0,
            ["private", "shared"].contains(arguments[3])
        else { return nil }
        (folder, self.seconds, corpus, isPrivate) = (arguments[0], seconds, arguments[2], arguments[3] == "private")
        attacks = arguments[4...].compactMap { Attack(rawValue: $0) }
        guard attacks.count == arguments.count - 4 else { return nil }
    }

    /// The mount point of a tmpfs of 4 MiB.
    var disk: String { folder + "/disk" }
    /// The file with what the processes of a round print on the standard error.
    var messages: String { folder + "/messages" }
}
