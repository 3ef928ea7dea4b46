internal import Glibc

/// Starts the programs of one build, each measurement in a process of its own.
struct Launcher {
    /// The folder of the build's programs and libraries.
    let folder: String
    /// The working folder of the programs; nil for the driver's own.
    var root: String?

    /// The product that counts allocations when it is loaded before the C library.
    static let countingProduct = "Allocations"
    /// A program that takes longer than this is ended and left out; the first one of page-10m also makes the file.
    private static let secondsAtMost = 300
    /// The processor that cases are pinned to: the last one, as most interrupts are served by the first.
    private static let processor = String(lastProcessor())

    /// Returns the command that measures a case once.
    /// - Parameters:
    ///   - tool: A program and its arguments under which the measured one runs.
    ///   - scale: How many times its usual size the case has.
    func command(
        _ program: InstalledProgram, _ item: Case, under tool: [String] = [], secondsAtMost: Int = Self.secondsAtMost,
        scale: Int? = nil
    ) -> [String] {
        let limit = ["timeout", String(secondsAtMost)]
        let pin = item.isPinned ? ["taskset", "--cpu-list", Self.processor] : []
        let place = root.map { ["env", "--chdir=\($0)"] } ?? []
        let count =
            item.quantity == .allocations ? ["env", "LD_PRELOAD=\(folder)/lib\(Self.countingProduct).so"] : []
        return limit + pin + place + count + tool + program.command + [item.name]
            + (scale.map { [String($0)] } ?? [])
    }

    /// Measures a case once; nil if the program fails.
    func measure(_ program: InstalledProgram, _ item: Case) -> Measurement? {
        if item.quantity == .systemCalls { return countSystemCalls(program, item) }
        guard let process = ChildProcess(command(program, item)) else { return nil }
        return Measurement(process.wait(), quantity: item.quantity, unit: item.unit)
    }

    /// Starts all programs at the same time, then waits for each.
    static func measureTogether(_ programs: [(Launcher, InstalledProgram)], _ item: Case) -> [Measurement?] {
        let waits = programs.map { launcher, program in
            let process = SharedProcess(launcher.command(program, item))
            return { process?.wait().flatMap { Measurement($0, quantity: item.quantity, unit: item.unit) } }
        }
        return waits.map { $0() }
    }

    /// Divides the additional system calls of a run of twice the length by its additional operations.
    private func countSystemCalls(_ program: InstalledProgram, _ item: Case) -> Measurement? {
        var calls: [Double] = []
        var operations: [Double] = []
        for scale in [1, 2] {
            let file = "\(temporaryFolder())/bench-strace-\(getpid())"
            defer { unlink(file) }
            let traced = ["strace", "-f", "-c", "-o", file] + command(program, item, scale: scale)
            guard let process = ChildProcess(traced) else {
                say("bench: strace cannot be started. If it is missing, install it with: sudo apt-get install strace")
                return nil
            }
            guard let run = Measurement(process.wait(), quantity: .value, unit: item.unit) else { return nil }
            // The line of totals: share, seconds, microseconds a call, calls, perhaps errors, the word.
            guard let text = output(of: ["cat", file]), let total = text.split(separator: "\n").last,
                let count = Double(total.split(separator: " ").dropFirst(3).first ?? "")
            else { return nil }
            calls.append(count)
            operations.append(run.value)
        }
        return Measurement(value: (calls[1] - calls[0]) / (operations[1] - operations[0]))
    }
}

/// A process that a closure can hold and wait for once.
private final class SharedProcess {
    private var process: ChildProcess?

    init?(_ command: [String]) {
        guard let process = ChildProcess(command) else { return nil }
        self.process = consume process
    }

    func wait() -> ChildProcess.Ending? { process.take()?.wait() }
}

/// Returns the folder for temporary files, without a slash at its end.
func temporaryFolder() -> String {
    var folder = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    while folder.hasSuffix("/") { folder.removeLast() }
    return folder.isEmpty ? "/tmp" : folder
}

/// Returns the highest number among the processors that this process may use. Child processes inherit the permission.
private func lastProcessor() -> Int {
    let line = output(of: ["grep", "^Cpus_allowed_list:", "/proc/self/status"]) ?? ""
    return Launcher.lastNumber(inList: line.trimmed) ?? 0
}

extension Launcher {
    /// Returns the last number of a list of processors in the kernel's form, such as `0-3,8`. It is the highest one.
    static func lastNumber(inList list: String) -> Int? {
        list.split { !$0.isASCII || !$0.isNumber }.last.flatMap { Int($0) }
    }
}
