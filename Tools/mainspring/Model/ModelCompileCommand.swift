internal import ArgumentParser
internal import Foundation
internal import ModelCompiler

/// A model as programs read it.
struct ModelCompileCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "compile",
        abstract: "Compile a model: .xcdatamodeld to .momd with all its versions, .xcdatamodel to .mom.",
        discussion: """
            What is at the place is replaced when all is written; a folder only if all that is in it is of a compiled model.
            """)

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
        try write(to: try OutputPlace(place), isBundle: isBundle)
        try StandardOutput.shared.writeLine(
            format.json ? JSONValue.object([("model", .string(model)), ("output", .string(place))]).line : place)
    }

    private func write(to place: OutputPlace, isBundle: Bool) throws {
        try place.requireOther(than: [model])
        switch (place.contents, isBundle) {
        case (.folder, false):
            throw ToolError("“\(place.given)” is a folder, and a file is to be written there. Give another place.")
        case (.file, true), (.stream, true):
            throw ToolError("“\(place.given)” is a file, and a folder is to be made there. Give another place.")
        case (.folder, true):
            let names = (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []
            guard names.isEmpty || CompiledBundle.isOne(place.path) else { throw UnfinishedFiles.foreign(place) }
        case (.nothing, _), (.file, false), (.stream, false): break
        }
        let folder = UnfinishedFiles.shared.begin(at: place.path, named: place.given)
        defer { UnfinishedFiles.shared.removeAll() }
        let name = try ModelCompilation.compile(model, into: folder)
        let made = "\(folder)/\(name)"
        guard case .stream = place.contents else {
            return try UnfinishedFiles.shared.replace(place, by: made, where: CompiledBundle.isOne)
        }
        guard let data = FileManager.default.contents(atPath: made) else {
            throw ToolError("“\(place.given)” cannot be written: what was compiled for it is gone.")
        }
        try place.write { try $0.write(data) }
    }
}
