internal import ArgumentParser
internal import Foundation
internal import ModelCompiler

/// A model as programs read it.
struct ModelCompileCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "compile",
        abstract: "Compile a model: .xcdatamodeld to .momd with all its versions, .xcdatamodel to .mom.",
        discussion: "What is at the place is replaced when all is written.")

    @Argument(help: "The model: .xcdatamodeld or .xcdatamodel.", completion: .file())
    var model: String

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("Where the compiled model is written; beside the model without.", valueName: "path"),
        completion: .file())
    var output: String?

    @OptionGroup var format: JSONOption

    func perform() throws {
        let name = URL(fileURLWithPath: model).deletingPathExtension().lastPathComponent
        let isBundle = URL(fileURLWithPath: model).pathExtension == "xcdatamodeld"
        let place =
            output
            ?? URL(fileURLWithPath: model).deletingLastPathComponent().appendingPathComponent(
                name + (isBundle ? ".momd" : ".mom")
            ).relativePath
        let folder = UnfinishedFiles.shared.begin(at: place)
        defer { UnfinishedFiles.shared.removeAll() }
        let made = try ModelCompilation.compile(model, into: folder)
        try UnfinishedFiles.shared.replace(place, by: "\(folder)/\(made)", known: isBundle ? "VersionInfo.plist" : nil)
        try StandardOutput.shared.writeLine(
            format.json ? JSONValue.object([("model", .string(model)), ("output", .string(place))]).line : place)
    }
}
