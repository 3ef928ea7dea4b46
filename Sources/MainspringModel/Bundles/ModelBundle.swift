public import Foundation

/// All versions of a model: of a `.xcdatamodeld` of Xcode, or of the `.momd` that is compiled of it. Ours.
///
/// ```swift
/// let bundle = try ModelBundle(contentsOf: url)
/// for version in bundle.versions { print(version.name, version.model.versionChecksum) }
/// ```
/// A single model, `.xcdatamodel` or `.mom`, is a bundle of one version.
public struct ModelBundle: Sendable {
    /// Where it lies.
    public let url: URL
    /// The versions by their names; at least one.
    public let versions: [ModelVersion]
    /// The current version.
    public let current: ModelVersion

    /// Reads all versions.
    ///
    /// Version hashes that a `.momd` holds are given to the entities. Takes as long as reading every one of the files.
    /// - Throws: ``ModelFileError``, for the first version that cannot be read.
    public init(contentsOf url: URL) throws(ModelFileError) {
        let contents = try ModelBundleContents(url)
        var versions: [ModelVersion] = []
        for file in contents.files { versions.append(try contents.read(file)) }
        guard let current = versions.first(where: \.isCurrent) else {
            throw ModelFileError(path: url.path, reason: "none of its versions is the current one; choose one in Xcode")
        }
        self.url = url
        self.versions = versions
        self.current = current
    }
}
