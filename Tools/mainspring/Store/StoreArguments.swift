internal import ArgumentParser
internal import Foundation
@_spi(Tools) internal import MainspringData
@_spi(Tools) internal import MainspringInspection
@_spi(Tools) internal import MainspringModel

/// Which store, and by which model it is read.
struct StoreArguments: ParsableArguments {
    @Argument(help: "The store's file.", completion: .file())
    var store: String

    @Option(
        help: ArgumentHelp(
            "A model: .xcdatamodeld, .xcdatamodel, .momd or .mom. Without it the one that the store keeps is taken, or what its tables say.",
            valueName: "path"), completion: .file())
    var model: String?

    var url: URL { URL(fileURLWithPath: store) }

    /// What is read: the store's file with what belongs to it, and the model.
    var files: [String] {
        let file = url.resolvingSymlinksInPath()
        let support = ".\(file.deletingPathExtension().lastPathComponent)_SUPPORT"
        var files = [store, file.deletingLastPathComponent().appendingPathComponent(support).path]
        for part in ["-wal", "-shm", "-journal"] { files.append(file.path + part) }
        if let model { files.append(model) }
        return files
    }

    /// Runs a closure with a look into the store, and sees to it afterwards that all it saw was of one state.
    /// - Parameter isTelling: whether what is to be said of the store's model is said.
    func reading<Result>(isTelling: Bool = true, _ body: (StoreInspection) throws -> Result) throws -> Result {
        guard FileManager.default.fileExists(atPath: store) else {
            throw ToolError("There is no store at “\(store)”. Give the path of a store's file.")
        }
        let models = try model.map { try ModelSource(path: $0).versions.map(\.model) } ?? []
        let converted = try ConvertedStore.kind(of: url).map { try ConvertedStore(url, $0, models) }
        let inspection = try StoreInspection(at: converted?.url ?? url, models: models)
        defer { inspection.close() }
        for note in inspection.notes where isTelling { StandardError.write("mainspring: \(note)\n") }
        let result = try body(inspection)
        guard converted == nil else {
            UnfinishedFiles.shared.removeAll()
            return result
        }
        guard inspection.isOfOneState else {
            throw ToolError(
                "“\(store)” was written while it was read, so that what was read may be of several states. Do it again."
            )
        }
        return result
    }
}

extension StoreInspection {
    /// The entity of a name.
    /// - Throws: ``ToolError`` that says which there are.
    func requiredEntity(_ name: String) throws -> NSEntityDescription {
        if let entity = entity(named: name) { return entity }
        let names = try entities().entities.compactMap(\.entity.name).sorted()
        throw ToolError("“\(path)” has no entity “\(name)”. It has: \(names.joined(separator: ", ")).")
    }
}
