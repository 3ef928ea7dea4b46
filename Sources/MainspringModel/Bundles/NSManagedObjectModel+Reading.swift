internal import Diagnostics
public import Foundation

extension NSManagedObjectModel {
    /// Reads a model from a file; `nil`, with a sentence on standard error, if that is not possible.
    ///
    /// Reads what Apple's tools compile (`.mom`, `.momd` with its current version), and also what Xcode edits
    /// (`.xcdatamodel` as XML or in the form before it, `.xcdatamodeld` with its current version). The entities have
    /// the
    /// version hashes that a `.momd` holds. In the resources of a package's target the entities' classes are those of
    /// that
    /// target's module.
    public convenience init?(contentsOf url: URL) {
        self.init()
        do throws(ModelFileError) {
            try fill(from: url)
        } catch {
            report("Mainspring: \(error.description)")
            return nil
        }
    }

    /// Reads a model from a file as ``init(contentsOf:)`` does, or says why that is not possible. Ours.
    public static func read(_ url: URL) throws(ModelFileError) -> NSManagedObjectModel {
        let model = NSManagedObjectModel()
        try model.fill(from: url)
        return model
    }

    private func fill(from url: URL) throws(ModelFileError) {
        let contents = try ModelBundleContents(url)
        guard let file = contents.current else {
            throw ModelFileError(path: url.path, reason: "none of its versions is the current one; choose one in Xcode")
        }
        _ = try contents.read(file, into: self)
    }
}
