import Foundation
import PackagePlugin

/// What the plugin looks for in a target's folder.
enum ModelFiles {
    /// The models of a target, by path.
    static func models(of target: any SourceModuleTarget) -> [URL] {
        var models: Set<URL> = []
        let root = target.directoryURL
        let names = FileManager.default.enumerator(atPath: root.path)
        while let name = names?.nextObject() as? String {
            guard name.hasSuffix(".xcdatamodeld") || name.hasSuffix(".xcdatamodel") else { continue }
            names?.skipDescendants()
            models.insert(root.appending(path: name))
        }
        return models.sorted { $0.path < $1.path }
    }

    /// The name of what is made of a model: a folder with all versions, or a file where there is but one.
    static func compiledName(_ model: URL) -> String {
        let name = model.deletingPathExtension().lastPathComponent
        return model.pathExtension == "xcdatamodeld" ? "\(name).momd" : "\(name).mom"
    }

    /// The files of a model, by path.
    static func files(in model: URL) -> [URL] {
        let names = FileManager.default.enumerator(atPath: model.path)?.compactMap { $0 as? String } ?? []
        return names.sorted().map { model.appending(path: $0) }.filter { !$0.hasDirectoryPath }
    }

    /// Whether a file declares something with `@NSManaged`, or imports the module whose names Foundation has as well.
    static func concernsManagedClasses(_ file: URL) -> Bool {
        guard let data = try? Data(contentsOf: file, options: .mappedIfSafe) else { return false }
        return ["@NSManaged", "CoreData"].contains { data.range(of: Data($0.utf8)) != nil }
    }

    /// Whether a module is one of the runtime's own, whose types the compiler knows.
    static func isOurs(_ module: String) -> Bool {
        module.hasPrefix("Mainspring")
            || ["CoreData", "QuartzCore", "CoreGraphics", "Diagnostics", "CLinux", "FoundationRunLoop"].contains(module)
    }
}
