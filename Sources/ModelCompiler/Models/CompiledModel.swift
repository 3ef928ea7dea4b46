internal import FileAccess
internal import Foundation
@_spi(Tools) internal import MainspringModel

/// A model of a target, read and ready to be written as a resource.
struct CompiledModel {
    /// The file in Xcode's form.
    private let path: String
    /// All its versions.
    private let bundle: ModelBundle

    /// The entities of its current version.
    let entities: [EntityOutline]

    init(_ path: String) throws(CommandError) {
        self.path = path
        do throws(ModelFileError) {
            bundle = try ModelBundle(contentsOf: URL(fileURLWithPath: path))
        } catch {
            throw CommandError(error.description)
        }
        if let issue = bundle.current.model.issues.first { throw CommandError("\(path): \(issue.description)") }
        entities = EntityOutline.entities(of: bundle.current.model, at: path)
    }

    /// The name of the file or folder that it is written to.
    var fileName: String {
        let url = URL(fileURLWithPath: path)
        let name = url.deletingPathExtension().lastPathComponent
        return url.pathExtension == "xcdatamodeld" ? "\(name).momd" : "\(name).mom"
    }

    /// Writes it in the form in which programs read it fastest, unless that is there already.
    ///
    /// - Parameters:
    ///   - folder: The folder for the generated files.
    ///   - classModules: The modules in which classes were found, by the classes' names.
    func write(into folder: String, classModules: [String: String]) throws(CommandError) {
        let target = folder + "/" + fileName
        var hashes: [String: [String: Data]] = [:]
        for version in bundle.versions {
            for entity in version.model.entities {
                guard let name = entity.explicitClassName, let module = classModules[name] else { continue }
                if entity.source.classModule == nil { entity.source.classModule = module }
            }
            hashes[version.name] = version.model.entityVersionHashesByName
            let file = fileName.hasSuffix(".momd") ? "\(target)/\(version.name).mom" : target
            try CompilerCommand.write(try compiled(version.model), to: file)
        }
        guard fileName.hasSuffix(".momd") else { return }
        try CompilerCommand.write(try versionInfo(hashes), to: target + "/VersionInfo.plist")
        try removeOldVersions(in: target)
    }

    private func compiled(_ model: NSManagedObjectModel) throws(CommandError) -> Data {
        do throws(ModelFileError) {
            return try model.compiled()
        } catch {
            throw CommandError(error.description)
        }
    }

    private func versionInfo(_ hashes: [String: [String: Data]]) throws(CommandError) -> Data {
        let list: [String: Any] = [
            "NSManagedObjectModel_CurrentVersionName": bundle.current.name,
            "NSManagedObjectModel_VersionHashes": hashes,
        ]
        do {
            return try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
        } catch {
            throw CommandError("\(path): its versions cannot be listed: \(error.localizedDescription)")
        }
    }

    /// What was compiled of a version that is gone would still be read.
    private func removeOldVersions(in folder: String) throws(CommandError) {
        let kept = Set(bundle.versions.map { "\($0.name).mom" } + ["VersionInfo.plist"])
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where !kept.contains(name) {
            do {
                try RegularFile.delete(folder + "/" + name)
            } catch {
                throw CommandError("“\(folder)/\(name)” cannot be removed: \(error.clause)")
            }
        }
    }
}
