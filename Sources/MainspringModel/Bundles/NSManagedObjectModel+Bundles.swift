internal import Diagnostics
public import Foundation

extension NSManagedObjectModel {
    /// Reads all models among the resources of bundles, and merges them; `nil` if there is none, or with a sentence on
    /// standard error if one cannot be read or they do not fit together.
    ///
    /// For `nil` the resources of the program: of the main bundle, and of all targets of a package that have a model as
    /// a resource, by `resources: [.copy("Model.xcdatamodeld")]` in their manifest. Looks into folders at each call.
    ///
    /// **Differences from Apple**: the main bundle of a program of SwiftPM's has no resources; they lie in a folder
    /// for each
    /// target beside the executable, which are looked through instead.
    /// - Parameter bundles: where to look; `nil` for the program's own.
    public class func mergedModel(from bundles: [Bundle]?) -> NSManagedObjectModel? {
        told {
            let models = try models(in: bundles)
            return models.isEmpty ? nil : try merged(models)
        }
    }

    /// Reads all models among the resources of bundles, with all their versions, and merges those that a store needs;
    /// `nil`
    /// if they do not have all of its entities in its version, or with a sentence on standard error if one cannot be
    /// read.
    /// - Parameters:
    ///   - bundles: where to look; `nil` for the program's own.
    ///   - metadata: a store's metadata.
    public class func mergedModel(
        from bundles: [Bundle]?, forStoreMetadata metadata: [String: Any]
    ) -> NSManagedObjectModel? {
        told {
            let versions = try ModelSearch.models(in: folders(bundles)).flatMap {
                try ModelBundle(contentsOf: $0.url).versions
            }
            return NSManagedObjectModel(byMerging: versions.map(\.model), forStoreMetadata: metadata)
        }
    }

    /// Reads the model of a name among the resources of the program or of bundles; `nil` if there is none. Ours.
    ///
    /// Finds `Name.momd`, `Name.mom`, `Name.xcdatamodeld` and `Name.xcdatamodel`, the first of them, without a path.
    /// - Throws: ``ModelFileError`` if it cannot be read, or if several targets have different models of the name.
    public class func model(
        named name: String, in bundles: [Bundle]? = nil
    ) throws(ModelFileError) -> NSManagedObjectModel? {
        let found = ModelSearch.models(in: folders(bundles)).filter { $0.name == name }
        guard let first = found.first else { return nil }
        let model = try read(first.url)
        for other in found.dropFirst() {
            let difference = ModelComparison(model, try read(other.url)).differences.first
            guard difference == nil else {
                throw ModelFileError(
                    path: first.url.path,
                    reason:
                        "there is another model of this name at \(other.url.path); rename one of them, or name its "
                        + "bundle"
                )
            }
        }
        return model
    }

    private static func folders(_ bundles: [Bundle]?) -> [URL] {
        bundles?.map(ModelSearch.folder) ?? ModelSearch.programFolders
    }

    private static func models(in bundles: [Bundle]?) throws(ModelFileError) -> [NSManagedObjectModel] {
        var models: [NSManagedObjectModel] = []
        for found in ModelSearch.models(in: folders(bundles)) { models.append(try read(found.url)) }
        return models
    }

    /// What a closure gives, or nil and what went wrong on standard error.
    private static func told(_ body: () throws -> NSManagedObjectModel?) -> NSManagedObjectModel? {
        do {
            return try body()
        } catch {
            report("Mainspring: \(error)")
            return nil
        }
    }
}
