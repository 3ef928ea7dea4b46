internal import Diagnostics
internal import Foundation
internal import MainspringModel

/// What a context refuses to be made of.
extension ContextCore {
    /// Ends the program if a context that has objects is given another source: they would come from nowhere.
    final func requireNoObjects(for property: String) {
        guard source != nil, !objectMap.table.objects.isEmpty else { return }
        programmerError(
            """
            \(property) of \(title) was set again, and the context has objects already. Make another context, or reset this \
            one before.
            """)
    }

    /// Ends the program if an object that was made without a context is of an entity for which the model has its own: what it
    /// is cannot be changed any more, and no store would take it.
    final func requireOwnEntity(_ object: NSManagedObject) {
        guard let own = ownEntity(for: object.entity), own !== object.entity else { return }
        programmerError(
            """
            An object of “\(own.name ?? "")” cannot be inserted into \(title): it was made without a context, of an entity of \
            another copy of \(own.model?.title ?? "the model"). Make it of the entity that \
            NSEntityDescription.entity(forEntityName:in:) gives, or in the context.
            """)
    }

    /// Ends the program if a context would come from itself.
    final func requireNoCircle(_ parent: NSManagedObjectContext?) {
        guard let parent, sequence(first: parent, next: \.parent).contains(where: { $0.core === self }) else { return }
        programmerError(
            """
            \(title) would be its own parent, by \(parent.core.title). Give it a parent that does not come from it.
            """)
    }
}
