internal import Glibc

/// Counts the instructions of a case's measured time with callgrind.
///
/// Callgrind sets its counters to zero when a program enters `measure_begin`, and writes them into a file of its own when it enters
/// `measure_end`. The sum of these files is the measured time in instructions, without set-up and warm-up. Instructions inside the
/// kernel are not counted.
struct InstructionCounter {
    /// True if there is a valgrind in PATH.
    let isInstalled: Bool

    /// The limit for one run. Programs are about fifty times slower under callgrind.
    private static let secondsAtMost = 3600

    /// Looks for valgrind; if it is missing, a line on standard error says how to install it.
    init() {
        isInstalled = output(of: ["valgrind", "--version"]) != nil
        if !isInstalled {
            say(
                """
                bench: valgrind is missing, so doubtful cases stay doubtful. Install it with: \
                sudo apt-get install valgrind
                """)
        }
    }

    /// Runs a case once and returns the number of instructions; nil if that fails, with a line on standard error.
    func count(_ launcher: Launcher, _ program: InstalledProgram, _ item: Case) -> Double? {
        var template = Array("\(temporaryFolder())/bench-callgrind-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            say("bench: Cannot create a folder in \(temporaryFolder()): \(String(cString: strerror(errno))).")
            return nil
        }
        let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { _ = output(of: ["rm", "-rf", folder]) }
        guard let copy = Self.withoutDebugInformation(program) else {
            say("bench: Cannot copy \(program.command[0]) without its debug information: objcopy is missing or failed.")
            return nil
        }
        defer { unlink(copy.command[0]) }
        // Hashing with a seed of its own would give each run another number of instructions.
        let tool = [
            "env", "SWIFT_DETERMINISTIC_HASHING=1", "valgrind", "--quiet", "--tool=callgrind",
            "--callgrind-out-file=\(folder)/counts", "--zero-before=measure_begin", "--dump-before=measure_end",
            "--dump-before=measure_reset",
        ]
        let command = launcher.command(copy, item, under: tool, secondsAtMost: Self.secondsAtMost)
        guard let process = ChildProcess(command), process.wait().isSuccess,
            let count = Self.instructions(inHeaders: headers(in: folder))
        else {
            say(
                "bench: \(item.name): \(program.command[0]) cannot be counted: valgrind or the program failed under it."
            )
            return nil
        }
        return count
    }

    /// Copies a program without its debug information, of which older valgrinds cannot read what newer compilers write. The copy
    /// lies beside the program, which finds its resources there. Returns nil if that fails.
    private static func withoutDebugInformation(_ program: InstalledProgram) -> InstalledProgram? {
        var copy = program
        copy.command[0] += "-counted"
        return output(of: ["objcopy", "--strip-debug", program.command[0], copy.command[0]]).map { _ in copy }
    }

    /// The lines of the files that say why each was written and what it counted, in the order in which they were written.
    private func headers(in folder: String) -> String {
        var files: [String] = []
        while access("\(folder)/counts.\(files.count + 1)", R_OK) == 0 {
            files.append("\(folder)/counts.\(files.count + 1)")
        }
        if files.isEmpty { return "" }
        return output(of: ["grep", "-h", "-e", "^desc: Trigger:", "-e", "^summary:"] + files) ?? ""
    }

    /// Returns the sum of what was counted up to each `measure_end` after the last `measure_reset`; nil if there is nothing.
    static func instructions(inHeaders text: String) -> Double? {
        var sum: Double?
        var endsInterval = false
        for line in text.split(separator: "\n") {
            if line.hasPrefix("desc: Trigger:") {
                endsInterval = line.hasSuffix("=measure_end")
                if line.hasSuffix("=measure_reset") { sum = nil }
            } else if line.hasPrefix("summary:"), endsInterval {
                guard let count = Double(line.dropFirst("summary:".count).trimmed) else { return nil }
                sum = (sum ?? 0) + count
            }
        }
        return sum
    }
}
