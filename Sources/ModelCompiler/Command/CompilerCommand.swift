internal import FileAccess
internal import Foundation
internal import MainspringModel
internal import SourceScanning

/// The executable: reads sources and models, writes what has changed, and says what the build has to show.
public enum CompilerCommand {
    /// Runs the executable.
    ///
    /// - Parameters:
    ///   - arguments: Its arguments, without its name.
    ///   - report: Takes each line that is to be shown.
    /// - Returns: What it ends with: 0 if all went well.
    public static func run(_ arguments: [String], report: (String) -> Void) -> Int32 {
        do throws(CommandError) {
            let arguments = try CompilerArguments(arguments)
            var models: [CompiledModel] = []
            for path in arguments.models { models.append(try CompiledModel(path)) }
            let code = try generate(arguments, entities: models.flatMap(\.entities))
            for diagnostic in code.diagnostics { report("\(diagnostic)") }
            guard !code.diagnostics.contains(where: { $0.severity == .error }) else { return 1 }
            for (name, text) in code.files { try write(Data(text.utf8), to: arguments.output + "/" + name) }
            for model in models { try model.write(into: arguments.output, classModules: code.classModules) }
            return 0
        } catch {
            report(PrintedName.line("error: \(error)"))
            return 1
        }
    }

    private static func generate(
        _ arguments: CompilerArguments, entities: [EntityOutline]
    ) throws(CommandError) -> GeneratedCode {
        let files = try scan(arguments.sources)
        let source = TargetSource(module: arguments.module, files: files, entities: entities)
        let code = try GeneratedCode(source)
        // What other targets declare costs time to read, and is seldom asked for.
        guard code.asksForDependencies, !arguments.dependencies.isEmpty else { return code }
        var dependencies: [String: [ScannedFile]] = [:]
        for (name, paths) in arguments.dependencies { dependencies[name] = try scan(paths) }
        return try GeneratedCode(
            TargetSource(module: arguments.module, files: files, dependencies: dependencies, entities: entities))
    }

    private static func scan(_ paths: [String]) throws(CommandError) -> [ScannedFile] {
        var files: [ScannedFile] = []
        for path in paths {
            guard let data = FileManager.default.contents(atPath: path) else {
                throw CommandError("“\(path)” cannot be read. Check that it exists and may be read.")
            }
            files.append(
                ScannedFile(
                    SourceFile(path: path, bytes: Array(data)), lookingFor: Set(KnownTypes.shadowingTypes.keys)))
        }
        return files
    }

    /// Writes a file unless it says that already: what has not changed is not compiled again.
    static func write(_ data: Data, to path: String) throws(CommandError) {
        guard FileManager.default.contents(atPath: path) != data else { return }
        do {
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            // Atomic, so that the folder of a model changes with what is in it, and is copied again.
            try WholeFile.write(data, to: path)
        } catch let failure as FileFailure {
            throw CommandError("“\(path)” cannot be written: \(failure.clause)")
        } catch {
            throw CommandError("“\(path)” cannot be written: \(error.localizedDescription)")
        }
    }
}
