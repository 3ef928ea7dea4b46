internal import CSQLite
internal import Foundation
internal import Glibc

/// Looks at the machine.
struct MachineLook {
    /// What installs packages here.
    private let installer: Installer

    init() { installer = Installer.here }

    /// What is needed, in its order, then what is good to know.
    func findings() -> [DoctorFinding] {
        [swift] + Requirement.all.map(look) + [sqlite, display, processors, memory, openFiles, temporaryFolder]
    }

    // MARK: Swift

    private static let swiftNeeded = (6, 2)

    private var swift: DoctorFinding {
        let remedy = "install Swift as https://www.swift.org/install/linux tells: swiftly install latest"
        guard Subprocess.path(of: "swift") != nil else {
            return DoctorFinding(
                name: "Swift 6.2 or later", state: .missing, detail: "no swift in PATH", remedy: remedy)
        }
        let text = Subprocess.output(["swift", "--version"], seconds: 20) ?? ""
        let version = text.firstMatch(of: /Swift version (\d+)\.(\d+)[0-9.]*/)
        guard let version, let major = Int(version.1), let minor = Int(version.2) else {
            return DoctorFinding(
                name: "Swift 6.2 or later", state: .missing, detail: "swift does not tell its version",
                remedy: "swift --version")
        }
        let isEnough = (major, minor) >= Self.swiftNeeded
        return DoctorFinding(
            name: "Swift 6.2 or later", state: isEnough ? .present : .missing,
            detail: String(version.0.dropFirst("Swift version ".count)), remedy: isEnough ? nil : remedy)
    }

    // MARK: Requirements

    private func look(_ requirement: Requirement) -> DoctorFinding {
        if let asked = Self.asked(for: requirement.thing), Subprocess.path(of: asked.program) == nil {
            return DoctorFinding(
                name: asked.name, state: .note,
                detail: "nobody can tell without \(asked.program): \(requirement.purpose)",
                remedy: asked.package.map { installer.command(named: $0) })
        }
        let (name, found) = Self.find(requirement.thing)
        let state: DoctorFinding.State = found != nil ? .present : requirement.need == .building ? .missing : .note
        return DoctorFinding(
            name: name, state: state,
            detail: found
                ?? (requirement.need == .testing ? "not there; only for the package's own tests: " : "not there: ")
                    + requirement.purpose,
            remedy: found == nil ? installer.command(for: requirement) : nil)
    }

    /// The program that knows of a thing, and the package that has it where that is not required itself.
    private static func asked(for thing: Requirement.Thing) -> (program: String, name: String, package: String?)? {
        switch thing {
        case .module(let name): ("pkg-config", name, nil)
        case .font(let name): ("fc-list", "the font \(name)", "fontconfig")
        case .command, .header, .startFiles: nil
        }
    }

    /// What a thing is called, and what was found of it; nil if it is not there.
    private static func find(_ thing: Requirement.Thing) -> (String, String?) {
        switch thing {
        case .command(let name): return (name, Subprocess.path(of: name))
        case .header(let name):
            let architectures = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/include")) ?? []
            let folders =
                ["/usr/include", "/usr/local/include"]
                + architectures.filter { $0.contains("-linux-gnu") }.map { "/usr/include/\($0)" }
            return (name, folders.map { "\($0)/\(name)" }.first { access($0, F_OK) == 0 })
        case .startFiles: return ("crtbeginS.o", startFiles)
        case .module(let name):
            return (
                name,
                Subprocess.output(["pkg-config", "--modversion", name])?.trimmingCharacters(in: .whitespacesAndNewlines)
            )
        case .font(let name):
            let list = Subprocess.output(["fc-list", name, "file"]) ?? ""
            return ("the font \(name)", list.split(separator: "\n").first.map { String($0.prefix { $0 != ":" }) })
        }
    }

    private static var startFiles: String? {
        let manager = FileManager.default
        for target in (try? manager.contentsOfDirectory(atPath: "/usr/lib/gcc")) ?? [] {
            for version in (try? manager.contentsOfDirectory(atPath: "/usr/lib/gcc/\(target)")) ?? [] {
                let path = "/usr/lib/gcc/\(target)/\(version)/crtbeginS.o"
                if access(path, F_OK) == 0 { return path }
            }
        }
        return access("/usr/lib64/gcc", F_OK) == 0 ? "/usr/lib64/gcc" : nil
    }

    // MARK: What is good to know

    private var sqlite: DoctorFinding {
        let version = String(cString: sqlite3_libversion())
        let options = [
            "THREADSAFE=1", "THREADSAFE=2", "ENABLE_FTS5", "ENABLE_RTREE", "OMIT_LOOKASIDE", "SECURE_DELETE",
            "ENABLE_SNAPSHOT",
        ]
        let there = options.filter { sqlite3_compileoption_used($0) == 1 }
        let isSafe = sqlite3_threadsafe() != 0
        return DoctorFinding(
            name: "SQLite's library", state: isSafe && sqlite3_libversion_number() >= 3_037_000 ? .present : .missing,
            detail: "\(version), \(there.joined(separator: " "))",
            remedy: isSafe ? nil : installer.command(named: "a build of SQLite with THREADSAFE=1"))
    }

    private var display: DoctorFinding {
        let environment = ProcessInfo.processInfo.environment
        guard let display = environment["DISPLAY"], !display.isEmpty else {
            return DoctorFinding(
                name: "a display", state: .note, detail: "DISPLAY is not set; windows paint into files without one",
                remedy: "xvfb-run -a swift run --package-path Examples Gallery")
        }
        return DoctorFinding(name: "a display", state: .present, detail: display)
    }

    private var processors: DoctorFinding {
        let count = ProcessInfo.processInfo.activeProcessorCount
        return DoctorFinding(
            name: "processors", state: count >= 2 ? .present : .note,
            detail: count >= 2 ? "\(count)" : "one: what is to be done beside the main thread takes its time")
    }

    private var memory: DoctorFinding {
        let gigabytes = Double(ProcessInfo.processInfo.physicalMemory) / Double(1 << 30)
        return DoctorFinding(
            name: "memory", state: gigabytes >= 3.5 ? .present : .note,
            detail: String(format: "%.1f GiB", gigabytes) + (gigabytes >= 3.5 ? "" : ": to build takes about 4"))
    }

    private var openFiles: DoctorFinding {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        let isEnough = limit.rlim_cur >= 256
        return DoctorFinding(
            name: "open files", state: isEnough ? .present : .note, detail: "\(limit.rlim_cur) at most",
            remedy: isEnough ? nil : "ulimit -n 1024")
    }

    private var temporaryFolder: DoctorFinding {
        let path = FileManager.default.temporaryDirectory.path
        let isWritable = access(path, W_OK) == 0
        return DoctorFinding(
            name: "a folder for temporary files", state: isWritable ? .present : .missing, detail: path,
            remedy: isWritable ? nil : "export TMPDIR=FOLDER, one that may be written")
    }
}
