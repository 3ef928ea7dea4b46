internal import ArgumentParser
internal import Foundation
@_spi(Tools) internal import MainspringModel

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
        let looks = versions.map { (version: $0, doubts: ModelDoubts($0.model)) }
        if format.json {
            let list = looks.map { version, doubts -> JSONValue in
                var issues = version.model.issues.map { json($0) }
                issues += doubts.faults.map { json($0) }
                let notes = version.notes + doubts.notes
                return .object([
                    ("version", .string(version.name)), ("current", .boolean(version.isCurrent)),
                    ("issues", .array(issues)), ("notes", .array(notes.map { .string($0) })),
                ])
            }
            try output.writeLine(JSONValue.array(list).document)
        } else {
            for (version, doubts) in looks {
                for sentence in version.model.issues.map(\.description) + doubts.faults.map(\.sentence) {
                    try output.writeLine("\(version.name): \(TerminalText.plain(sentence))")
                }
                for note in version.notes + doubts.notes {
                    try output.writeLine("\(version.name): note: \(TerminalText.plain(note))")
                }
            }
        }
        let isSound = looks.allSatisfy { $0.version.model.issues.isEmpty && $0.doubts.faults.isEmpty }
        if !isSound { throw Findings() }
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

    private func json(_ fault: ModelDoubts.Fault) -> JSONValue {
        .object([
            ("kind", .string(fault.kind)), ("entity", JSONValue(fault.entity)), ("member", JSONValue(fault.member)),
            ("sentence", .string(fault.sentence)),
        ])
    }

    private func json(_ issue: ModelIssue) -> JSONValue {
        .object([
            ("kind", .string("\(issue.kind)")), ("entity", JSONValue(issue.entityName)),
            ("member", JSONValue(issue.memberName)), ("sentence", .string(issue.description)),
        ])
    }
}
