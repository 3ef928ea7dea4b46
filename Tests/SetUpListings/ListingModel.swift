package import CoreData

/// The listings' model.
package enum ListingModel {
    /// Reads it; nil if it is not there.
    package static func load() -> NSManagedObjectModel? { NSManagedObjectModel.mergedModel(from: [.module]) }
}
