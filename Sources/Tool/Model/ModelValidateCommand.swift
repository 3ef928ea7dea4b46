internal import ArgumentParser
internal import Foundation
internal import MainspringModel

/// What is wrong with a model.
struct ModelValidateCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate", abstract: "Say what is wrong with a model, in all its versions, in sentences.",
        discussion:
            "The exit status is 1 if something is wrong. What was not understood, and lacks nothing, is told as a note."
    )

    @Argument(help: "The model: .xcdatamodeld, .xcdatamodel, .momd or .mom, or a store.", completion: .file())
    var model: String

    @OptionGroup var format: JSONOption

    func perform() throws {
        let versions: [ModelSource.Version]
        do {
            versions = try ModelSource(path: model).versions
        } catch let error as ModelFileError where isNamedAsModel {
            try write(error)
            throw Findings()
        }
        let output = StandardOutput.shared
        if format.json {
            let list = versions.map { version -> JSONValue in
                .object([
                    ("version", .string(version.name)), ("current", .boolean(version.isCurrent)),
                    ("issues", .array(version.model.issues.map(json))),
                    ("notes", .array(version.notes.map { .string($0) })),
                ])
            }
            try output.writeLine(JSONValue.array(list).document)
        } else {
            for version in versions {
                for issue in version.model.issues {
                    try output.writeLine("\(version.name): \(TerminalText.plain(issue.description))")
                }
                for note in version.notes { try output.writeLine("\(version.name): note: \(TerminalText.plain(note))") }
            }
        }
        if versions.contains(where: { !$0.model.issues.isEmpty }) { throw Findings() }
    }

    /// Whether what is wrong with the file is wrong with a model: anything else is the wrong file.
    private var isNamedAsModel: Bool {
        ["xcdatamodeld", "xcdatamodel", "momd", "mom"].contains(URL(fileURLWithPath: model).pathExtension)
            && FileManager.default.fileExists(atPath: model)
    }

    /// What a reader does not get over is the only thing that is known of the model.
    private func write(_ error: ModelFileError) throws {
        guard format.json else { return try StandardOutput.shared.writeLine(TerminalText.plain(error.description)) }
        let issue = JSONValue.object([
            ("kind", .string("unreadable")), ("entity", .null), ("member", .null),
            ("sentence", .string(error.description)),
        ])
        try StandardOutput.shared.writeLine(
            JSONValue.array([
                .object([
                    ("version", .null), ("current", .boolean(true)), ("issues", .array([issue])), ("notes", .array([])),
                ])
            ]).document)
    }

    private func json(_ issue: ModelIssue) -> JSONValue {
        .object([
            ("kind", .string("\(issue.kind)")), ("entity", JSONValue(issue.entityName)),
            ("member", JSONValue(issue.memberName)), ("sentence", .string(issue.description)),
        ])
    }
}
