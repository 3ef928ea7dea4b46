internal import ArgumentParser
internal import Foundation
@_spi(Tools) internal import MainspringModel
internal import ModelCompiler

/// The classes of a model's entities.
struct ModelGenerateCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Generate classes for a model's entities and the code behind @NSManaged, as ModelPlugin does.",
        discussion: """
            Classes are generated for entities whose code generation is Class Definition, extensions for Category/Extension. The \
            sources say which classes there are already, and what they declare with @NSManaged. The compiled model is written as well.
            """)

    @Argument(help: "The model: .xcdatamodeld or .xcdatamodel.", completion: .file())
    var model: String

    @Option(help: "The module that the code is for.")
    var module: String

    @Option(name: [.short, .long], help: "The folder for the files.", completion: .directory)
    var output: String

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Swift files of the module, and folders of them.", valueName: "path"),
        completion: .file())
    var sources: [String] = []

    @OptionGroup var format: JSONOption

    func validate() throws {
        guard NameRules.fault(in: module) == nil, !GeneratedName.isKeyword(module) else {
            throw ValidationError("--module is “\(module)”, which no module can be called. Give letters, digits and _.")
        }
    }

    func perform() throws {
        let files = try sources.flatMap(Self.swiftFiles)
        try requirePlace(files)
        var lines: [String] = []
        let arguments = ["--module", module, "--output", output, "--model", model, "--sources"] + files
        let status = CompilerCommand.run(arguments) { lines.append($0) }
        let errors = lines.filter { $0.hasPrefix("error: ") }.map { String($0.dropFirst("error: ".count)) }
        if let error = errors.first, status != 0 { throw ToolError(error) }
        let written = GeneratedCode.fileNames.map { "\(output)/\($0)" }.filter {
            FileManager.default.fileExists(atPath: $0)
        }
        if format.json {
            try StandardOutput.shared.writeLine(
                JSONValue.object([
                    ("files", .array(written.map { .string($0) })), ("diagnostics", .array(lines.map { .string($0) })),
                ]).document)
        } else {
            for file in written where status == 0 { try StandardOutput.shared.writeLine(file) }
            for line in lines { StandardError.write("\(line)\n") }
        }
        if status != 0 { throw Findings() }
    }

    /// What the files would be written over is looked at before anything is written.
    private func requirePlace(_ files: [String]) throws {
        let place = try OutputPlace(output)
        try place.requireOther(than: [model])
        try place.requireOther(than: files, writing: GeneratedCode.fileNames)
        let bundle = "\(output)/\(URL(fileURLWithPath: model).deletingPathExtension().lastPathComponent).momd"
        var isFolder: ObjCBool = false
        guard URL(fileURLWithPath: model).pathExtension == "xcdatamodeld",
            FileManager.default.fileExists(atPath: bundle, isDirectory: &isFolder), isFolder.boolValue,
            !CompiledBundle.isOne(bundle)
        else { return }
        throw ToolError("“\(bundle)” is a folder with something else in it. Give another folder by --output.")
    }

    private static func swiftFiles(_ path: String) throws -> [String] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw ToolError("“\(path)” is not there. Name Swift files or folders by --sources.")
        }
        guard isFolder.boolValue else { return [path] }
        let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix(".swift") }.sorted().map { "\(path)/\($0)" }
    }
}
