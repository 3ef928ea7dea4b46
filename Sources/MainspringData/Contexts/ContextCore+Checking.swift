internal import Diagnostics
internal import Foundation

/// What a context refuses to be made of.
extension ContextCore {
    /// Ends the program if a context that has objects is given another source: they would come from nowhere.
    final func requireNoObjects(for property: String) {
        guard source != nil, !table.objects.isEmpty else { return }
        programmerError(
            """
            \(property) of \(title) was set again, and the context has objects already. Make another context, or reset this \
            one before.
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
