public import Foundation

/// What became of fetched results at once. Ours.
///
/// Old places are in the numbering before all of it, new ones in that after it: take out what went and moved by old
/// places, then the sections that went; put in the sections that came, in their order, then what came and moved, in the
/// order of new places.
public struct FetchedResultsChanges: Sendable {
    /// What became of an object.
    public struct ObjectChange: Hashable, Sendable {
        /// What.
        public let type: NSFetchedResultsChangeType
        /// Which object.
        public let objectID: NSManagedObjectID
        /// Where it was; nil if it came.
        public let indexPath: IndexPath?
        /// Where it is; nil if it went.
        public let newIndexPath: IndexPath?
    }

    /// A section that came.
    public struct InsertedSection: Hashable, Sendable {
        /// Its number.
        public let index: Int
        /// Its name.
        public let name: String
    }

    /// The old numbers of the sections that went, the last one first.
    public let deletedSections: [Int]
    /// The sections that came, the first one first.
    public let insertedSections: [InsertedSection]
    /// What became of objects, in the order in which a delegate is told.
    public let objects: [ObjectChange]
}
