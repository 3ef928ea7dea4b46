internal import Foundation
internal import MainspringFoundation

/// Which files of models there are at a place, and which is the current one.
struct ModelBundleContents {
    /// A file or folder with one version.
    struct File {
        let name: String
        let url: URL
        let isCurrent: Bool
    }

    let url: URL
    private(set) var files: [File] = []
    /// Hashes of entities, by the versions' names.
    private var hashes: [String: [String: Data]] = [:]
    /// The module whose resources the files are among.
    private let resources: ResourceBundleName?

    /// Looks what is there, and reads what says which version is current.
    init(_ url: URL) throws(ModelFileError) {
        self.url = url
        resources = ResourceBundleName(containing: url)
        guard FileManager.default.fileExists(atPath: url.path) else {
            throw ModelFileError(path: url.path, reason: "there is no such file; name a model that exists")
        }
        guard Self.isFolder(url) else {
            files = [File(name: url.deletingPathExtension().lastPathComponent, url: url, isCurrent: true)]
            return
        }
        switch url.pathExtension {
        case "xcdatamodeld": try findVersions(in: url, extension: "xcdatamodel", current: Self.editorsChoice(in: url))
        case "momd": try findCompiled(in: url)
        case "xcdatamodel": addSingle(url)
        default:
            // A folder without a name that tells: by what is in it.
            let names = try Self.contents(of: url)
            if names.contains("contents") || names.contains("elements") {
                addSingle(url)
            } else if names.contains(where: { $0.hasSuffix(".mom") }) {
                try findCompiled(in: url)
            } else {
                try findVersions(in: url, extension: "xcdatamodel", current: Self.editorsChoice(in: url))
            }
        }
    }

    private mutating func addSingle(_ url: URL) {
        files = [File(name: url.deletingPathExtension().lastPathComponent, url: url, isCurrent: true)]
    }

    private static func isFolder(_ url: URL) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) && isFolder.boolValue
    }

    private static func contents(of url: URL) throws(ModelFileError) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
        } catch {
            throw ModelFileError(path: url.path, reason: "the folder cannot be read: \(error.localizedDescription)")
        }
    }

    private mutating func findVersions(
        in url: URL, extension: String, current: String?
    ) throws(ModelFileError) {
        let names = try Self.contents(of: url).filter { $0.hasSuffix(".\(`extension`)") }
            .map { String($0.dropLast(`extension`.count + 1)) }
        guard !names.isEmpty else {
            throw ModelFileError(path: url.path, reason: "there is no .\(`extension`) in it; name a model's folder")
        }
        if let current, !names.contains(current) {
            throw ModelFileError(
                path: url.path,
                reason:
                    "the current version is said to be “\(current.excerpt)”, which is not there; choose another in "
                    + "Xcode"
            )
        }
        // Where nothing is said there is mostly one version only; else the one that the others were copied of.
        let own = url.deletingPathExtension().lastPathComponent
        let chosen = current ?? (names.contains(own) ? own : names[0])
        files = names.map { name in
            File(name: name, url: url.appendingPathComponent("\(name).\(`extension`)"), isCurrent: name == chosen)
        }
    }

    /// The version that the editor's file names; nil if there is no such file.
    private static func editorsChoice(in url: URL) throws(ModelFileError) -> String? {
        let file = url.appendingPathComponent(".xccurrentversion")
        guard let list = try propertyList(file) else { return nil }
        guard let name = list["_XCCurrentVersionName"]?.string else { return nil }
        return name.hasSuffix(".xcdatamodel") ? String(name.dropLast(".xcdatamodel".count)) : name
    }

    /// The `.mom` files of a `.momd`, with what its `VersionInfo.plist` says.
    private mutating func findCompiled(in url: URL) throws(ModelFileError) {
        let info = try Self.propertyList(url.appendingPathComponent("VersionInfo.plist"))
        try findVersions(in: url, extension: "mom", current: info?["NSManagedObjectModel_CurrentVersionName"]?.string)
        for (version, entities) in info?["NSManagedObjectModel_VersionHashes"]?.dictionary?.entries ?? [:] {
            hashes[version] = entities.dictionary?.entries.compactMapValues(\.data).filter { $0.value.count == 32 }
        }
    }

    /// The dictionary in a file; nil if there is no file.
    private static func propertyList(_ file: URL) throws(ModelFileError) -> PropertyListDictionary? {
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        let data = try ModelFile.data(file)
        do {
            guard let list = try PropertyListValue(contentsOf: data).dictionary else {
                throw ModelFileError(path: file.path, reason: "it is no dictionary; let Xcode write it again")
            }
            return list
        } catch let error as PropertyListError {
            throw ModelFileError(
                path: file.path, place: "byte \(error.offset)",
                reason: "\(error.problem.clause); let Xcode write it again")
        } catch {
            throw ModelFileError(path: file.path, reason: "\(error)")
        }
    }
}

// MARK: - Reading

extension ModelBundleContents {
    /// The file of the current version.
    var current: File? { files.first(where: \.isCurrent) }

    /// Reads a version.
    /// - Parameter model: What is filled, without entities yet.
    func read(
        _ file: File, into model: NSManagedObjectModel = NSManagedObjectModel()
    ) throws(ModelFileError) -> ModelVersion {
        let notes = try ModelFile.read(file.url, into: model)
        model.fileName = file.name
        resources?.setModules(of: model)
        for (name, hash) in hashes[file.name] ?? [:] { model.entitiesByName[name]?.knownVersionHash = hash }
        return ModelVersion(name: file.name, url: file.url, isCurrent: file.isCurrent, model: model, notes: notes)
    }
}
