public import Foundation

/// What is told what becomes of fetched results.
///
/// Every method may be left out. Calls come on the queue of the controller's context, when it processes its changes: at
/// the end of an event or of a block, or before a save.
///
/// **Order.** ``controllerWillChangeContent(_:)``, when the controller still shows what was; then, with what is, the
/// sections that went (the last one first) and came (the first one first); then objects: those that went (the last one
/// first), came, moved and were updated (each by its new place); then ``controllerDidChangeContent(_:)``. Old places are
/// in the numbering before all changes, new ones in that after them, as a table view takes them in one batch. An object
/// that moved was updated, too; nothing else is said of that. Only changed objects are said to have moved, and no more of
/// them than need be. The objects of a section that came or went are reported each.
///
/// **Snapshots and differences.** Where the delegate has
/// ``controller(_:didChangeContentWith:)-(_,NSDiffableDataSourceSnapshotReference)``, it gets nothing else; where it has
/// the one with a difference, and there are no sections, nothing else but titles.
///
/// **Differences from Apple**: methods that can be left out need the Objective-C runtime. Here they have implementations
/// that say to the controller that they were called, from which it learns what the delegate has; so they are called
/// without a question mark, and a subclass's method is found only if the class that declares the conformance has it,
/// too. Within the calls for objects Apple states no order.
public protocol NSFetchedResultsControllerDelegate: NSObjectProtocol {
    /// Called before the controller's results change.
    func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>)

    /// Called for each section that came or went.
    /// - Parameters:
    ///   - sectionInfo: the section; one that went has no objects any more.
    ///   - sectionIndex: its number: in the old numbering if it went, in the new one if it came.
    ///   - type: ``NSFetchedResultsChangeType/insert`` or ``NSFetchedResultsChangeType/delete``.
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
        for type: NSFetchedResultsChangeType)

    /// Called for each object that came, went, moved or was updated.
    /// - Parameters:
    ///   - anObject: the object.
    ///   - indexPath: where it was, before all changes; nil if it came.
    ///   - type: what became of it.
    ///   - newIndexPath: where it is, after all changes; nil if it went.
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
        at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?)

    /// Called after all calls for sections and objects.
    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>)

    /// Called for a section's title in a list's index. Without it, it is the name's first letter as a capital one.
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        sectionIndexTitleForSectionName sectionName: String
    ) -> String?

    /// Called after the results changed, and after they were fetched, with all there is: names of sections and identities
    /// of objects. Objects that were updated or moved are marked to be reloaded.
    ///
    /// Excludes all other calls for changes.
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith snapshot: NSDiffableDataSourceSnapshotReference)

    /// Called after the results changed, with the changes of the list of the objects' identities.
    ///
    /// Only where the controller makes no sections and the delegate does not take snapshots; excludes the calls for
    /// objects. An object that was updated is removed and inserted, as one that moved.
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith diff: CollectionDifference<NSManagedObjectID>)
}

// What is called where a delegate has no such method.
extension NSFetchedResultsControllerDelegate {
    /// Does nothing.
    public func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {}

    /// Does nothing.
    public func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
        for type: NSFetchedResultsChangeType
    ) {}

    /// Does nothing.
    public func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
        at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) {}

    /// Does nothing.
    public func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {}

    /// Lets the controller know that the delegate names no titles.
    public func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        sectionIndexTitleForSectionName sectionName: String
    ) -> String? {
        controller.core.delegateLacks.insert(.titles)
        return nil
    }

    /// Lets the controller know that the delegate takes no snapshots.
    public func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith snapshot: NSDiffableDataSourceSnapshotReference
    ) {
        controller.core.delegateLacks.insert(.snapshots)
    }

    /// Lets the controller know that the delegate takes no differences.
    public func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
    ) {
        controller.core.delegateLacks.insert(.differences)
    }
}

/// Methods whose presence changes what else a delegate is told.
struct DelegateMethods: OptionSet {
    let rawValue: Int
    static var titles: Self { Self(rawValue: 1) }
    static var snapshots: Self { Self(rawValue: 2) }
    static var differences: Self { Self(rawValue: 4) }
}
