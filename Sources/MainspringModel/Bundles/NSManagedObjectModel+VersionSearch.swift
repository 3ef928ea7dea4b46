package import Foundation

extension NSManagedObjectModel {
    /// All versions of all models among the resources of bundles; nil for the program's own. Reads each of them.
    /// - Throws: ``ModelFileError`` for the first that cannot be read.
    package static func versions(in bundles: [Bundle]?) throws(ModelFileError) -> [ModelVersion] {
        var versions: [ModelVersion] = []
        for found in ModelSearch.models(in: bundles?.map(ModelSearch.folder) ?? ModelSearch.programFolders) {
            versions += try ModelBundle(contentsOf: found.url).versions
        }
        return versions
    }
}
