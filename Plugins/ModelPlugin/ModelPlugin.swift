import Foundation
import PackagePlugin

/// Makes the code behind a target's managed classes, and the models that it carries.
///
/// A target names the plugin; it then has classes for the entities of its `.xcdatamodeld`, accessors for what it
/// declares with `@NSManaged`, and, if it imports `CoreData`, the names that Foundation has as well. On Apple's platforms
/// it does nothing: there Xcode and the system do all that.
@main
struct ModelPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        #if canImport(Darwin)
            return []
        #else
            guard let module = target as? any SourceModuleTarget else { return [] }
            let sources = module.sourceFiles(withSuffix: ".swift").map(\.url)
            let models = ModelFiles.models(of: module)
            guard !models.isEmpty || sources.contains(where: ModelFiles.concernsManagedClasses) else { return [] }
            let output = context.pluginWorkDirectoryURL
            var arguments = ["--module", module.moduleName, "--output", output.path]
            var inputs = sources
            for model in models {
                arguments += ["--model", model.path]
                inputs += [model] + ModelFiles.files(in: model)
            }
            for dependency in module.recursiveTargetDependencies {
                guard let other = dependency as? any SourceModuleTarget, !ModelFiles.isOurs(other.moduleName) else {
                    continue
                }
                let files = other.sourceFiles(withSuffix: ".swift").map(\.url)
                guard !files.isEmpty else { continue }
                arguments += ["--dependency", other.moduleName] + files.map(\.path)
                inputs += files
            }
            arguments += ["--sources"] + sources.map(\.path)
            let generated =
                ["ManagedAccessors.swift", "ManagedClasses.swift", "ManagedAliases.swift"]
                + models.map(ModelFiles.compiledName)
            return [
                .buildCommand(
                    displayName: "Making managed classes of \(module.moduleName)",
                    executable: try context.tool(named: "model-compiler").url, arguments: arguments, inputFiles: inputs,
                    outputFiles: generated.map { output.appending(path: $0) })
            ]
        #endif
    }
}
