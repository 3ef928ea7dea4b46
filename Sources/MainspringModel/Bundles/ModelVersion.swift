public import Foundation

/// One version of a model in a bundle of several. Ours.
public struct ModelVersion: Sendable {
    /// The name of its file, without the extension.
    public let name: String
    /// Its file.
    public let url: URL
    /// Whether it is the version that `NSManagedObjectModel(contentsOf:)` reads.
    public let isCurrent: Bool
    /// The model. Not in use yet, so that it may be changed; as long as it is not, it belongs to one thread at a time.
    public let model: NSManagedObjectModel
    /// What the file says that was not understood and left out, in sentences.
    public let notes: [String]
}
