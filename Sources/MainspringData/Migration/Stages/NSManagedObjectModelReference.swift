public import Foundation
internal import Diagnostics
internal import Locks
public import MainspringModel

/// A model that is looked for when it is needed: one version of several in a staged migration.
///
/// May be used from any thread.
open class NSManagedObjectModelReference: NSObject, @unchecked Sendable {
    // `@unchecked Sendable`: constant but for the model that was found, which a lock guards; it is in use, and so constant.

    /// Where the model is looked for.
    private enum Place {
        case model(NSManagedObjectModel)
        case file(URL)
        case named(String, Bundle?)
        case hashes([String: Data], Bundle?)
    }

    /// The checksum that the model has; see `NSManagedObjectModel.versionChecksum`.
    public final let versionChecksum: String
    private final let place: Place
    private final let found = Guarded<NSManagedObjectModel?>(nil)

    /// Refers to a model that is there.
    public init(model: NSManagedObjectModel, versionChecksum: String) {
        (place, self.versionChecksum) = (.model(model), versionChecksum)
    }

    /// Refers to a model in a file: of Xcode's, or compiled.
    public init(fileURL: URL, versionChecksum: String) {
        (place, self.versionChecksum) = (.file(fileURL), versionChecksum)
    }

    /// Refers to the model, or the version of one, that has a name among the resources of a bundle; nil for the program's own.
    public init(name modelName: String, in bundle: Bundle?, versionChecksum: String) {
        (place, self.versionChecksum) = (.named(modelName, bundle), versionChecksum)
    }

    /// Refers to the model whose entities have hashes, among the resources of a bundle; nil for the program's own.
    /// - Parameter versionHash: data by the names of entities, as a store's metadata have them.
    public init(entityVersionHashes versionHash: [AnyHashable: Any], in bundle: Bundle?, versionChecksum: String) {
        var hashes: [String: Data] = [:]
        for (name, hash) in versionHash { if let name = name as? String { hashes[name] = hash as? Data } }
        (place, self.versionChecksum) = (.hashes(hashes, bundle), versionChecksum)
    }

    /// The model. Looked for once; that it is not there, or has another checksum, is an error of the program.
    open var resolvedModel: NSManagedObjectModel {
        do {
            return try resolve()
        } catch {
            programmerError("\(error.localizedDescription)")
        }
    }

    /// The model; it is in use.
    /// - Throws: `CocoaError` 134504.
    final func resolve() throws(NSError) -> NSManagedObjectModel {
        if let known = found.withLock({ $0 }) { return known }
        guard let model = try search() else { throw failure("there is no such model") }
        model.freeze()
        guard model.versionChecksum == versionChecksum else {
            throw failure("\(model.title) has the checksum \(model.versionChecksum)")
        }
        return found.withLock { known in
            let kept = known ?? model
            known = kept
            return kept
        }
    }

    private func search() throws(NSError) -> NSManagedObjectModel? {
        do {
            switch place {
            case .model(let model): return model
            case .file(let url): return try NSManagedObjectModel.read(url)
            case .named(let name, let bundle):
                let versions = try NSManagedObjectModel.versions(in: bundle.map { [$0] })
                if let version = versions.first(where: { $0.name == name }) { return version.model }
                return try NSManagedObjectModel.model(named: name, in: bundle.map { [$0] })
            case .hashes(let hashes, let bundle):
                return NSManagedObjectModel.mergedModel(
                    from: bundle.map { [$0] }, forStoreMetadata: [NSStoreModelVersionHashesKey: hashes])
            }
        } catch {
            throw failure("\(error)")
        }
    }

    private func failure(_ problem: String) -> NSError {
        let what =
            switch place {
            case .model(let model): model.title
            case .file(let url): "the model at \(url.path)"
            case .named(let name, _): "the model “\(name)”"
            case .hashes(let hashes, _): "the model with the entities \(hashes.keys.sorted().joined(separator: ", "))"
            }
        return CoreDataError.make(
            NSManagedObjectModelReferenceNotFoundError,
            "A reference leads to \(what) with the checksum \(versionChecksum), but \(problem). Put the version into the program, "
                + "or correct the checksum.", userInfo: ["versionChecksum": versionChecksum, "reason": problem])
    }
}
