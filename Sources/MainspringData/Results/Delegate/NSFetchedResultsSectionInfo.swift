/// A section of fetched results.
///
/// Belongs to the queue of the controller's context.
public protocol NSFetchedResultsSectionInfo {
    /// What its objects have in common, as a text; empty where there is but one section.
    var name: String { get }
    /// The section's title in a list's index.
    var indexTitle: String? { get }
    /// How many objects it has.
    var numberOfObjects: Int { get }
    /// Its objects in order; the array is made when it is asked for, and again after a change.
    var objects: [Any]? { get }
}
