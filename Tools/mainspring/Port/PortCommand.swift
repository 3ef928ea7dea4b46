internal import ArgumentParser
internal import Foundation
internal import Glibc
internal import SourcePorting

/// Source for Apple's platforms, without what needs the Objective-C runtime.
struct PortCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "port",
        abstract: "Take out of Swift source what needs the Objective-C runtime, or show what that would change.",
        discussion: """
            Without --write nothing is changed, and the differences are shown as diff does. What a person has to look at is listed on \
            standard error, with file, line and what to do. What a link leads to is ported where it is. The exit status is 0 if nothing \
            is left to do, 1 if there is: something to change without --write, or something to look at; 2 if files could not be read \
            or written: those are named, and the others are ported all the same.
            """)

    @Argument(help: "A Swift file, or a folder whose Swift files are ported.", completion: .file())
    var path: String

    @Flag(help: "Write the files.")
    var write = false

    @Flag(help: "Change nothing, and show what would be changed: as without --write.")
    var dryRun = false

    @OptionGroup var format: JSONOption

    func validate() throws {
        if write, dryRun { throw ValidationError("--write and --dry-run say the opposite: give one of them.") }
    }

    func perform() throws {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw ToolError("“\(path)” is not there. Name a Swift file or a folder.")
        }
        guard [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else {
            throw ToolError("“\(path)” is neither a file nor a folder. Name one of them.")
        }
        let result = try SourcePort.port(URL(fileURLWithPath: path), isDryRun: !write)
        let changed = result.files.filter { !$0.edits.isEmpty }
        let leftovers = result.files.flatMap(\.leftovers)
        let output = StandardOutput.shared
        if format.json {
            try output.writeLine(json(result).document)
        } else if write {
            for file in changed { try output.writeLine("\(file.path): \(file.edits.count) changed") }
        } else {
            for file in changed { try output.write(try difference(file)) }
        }
        if !format.json {
            try output.flush()
            for leftover in leftovers { StandardError.write("\(leftover)\n") }
            let summary =
                "\(Self.count(result.filesRead, "file")) read, \(changed.count) \(write ? "changed" : "to be changed"), "
                + "\(Self.count(leftovers.count, "place")) to look at"
            StandardError.write("mainspring: \(summary)\n")
        }
        if let last = result.failures.last {
            try output.flush()
            for failure in result.failures.dropLast() {
                StandardError.write("mainspring: \(TerminalText.plain(failure.description))\n")
            }
            throw last
        }
        if !leftovers.isEmpty || (!write && !changed.isEmpty) { throw Findings() }
    }

    private static func count(_ number: Int, _ thing: String) -> String {
        "\(number) \(thing)\(number == 1 ? "" : "s")"
    }

    private func difference(_ file: PortedFile) throws -> String {
        guard let data = FileManager.default.contents(atPath: file.path) else {
            throw ToolError("“\(file.path)” cannot be read any more.")
        }
        return UnifiedDifference.text(
            from: String(decoding: data, as: UTF8.self), to: file.text, path: file.path)
    }

    private func json(_ result: SourcePort.Result) -> JSONValue {
        let files = result.files.map { file -> JSONValue in
            .object([
                ("path", .string(file.path)),
                (
                    "edits",
                    .array(
                        file.edits.map {
                            .object([
                                ("line", JSONValue($0.line)), ("original", .string($0.original)),
                                ("replacement", .string($0.replacement)),
                            ])
                        })
                ),
                (
                    "leftovers",
                    .array(
                        file.leftovers.map {
                            .object([
                                ("line", JSONValue($0.line)), ("text", .string($0.text)),
                                ("reason", .string($0.reason)),
                            ])
                        })
                ),
            ])
        }
        return .object([
            ("filesRead", JSONValue(result.filesRead)), ("written", .boolean(write)), ("files", .array(files)),
            ("failures", .array(result.failures.map { .string("\($0)") })),
        ])
    }
}
