extension NSManagedObjectContext {
    /// A Boolean value that indicates whether a save into the parent is refused if the parent's objects have changed
    /// since the context has read them. Ours; false at first.
    ///
    /// Without it a save into the parent never meets a conflict: as on Apple's platforms, what the context saves is
    /// written over the parent's objects. The parent's own save into a store meets the conflict if another context has
    /// saved the row.
    ///
    /// With it the context's own save throws `CocoaError` 133020, or is resolved by the context's merge policy, as a
    /// save into a store. The parent's objects are compared as they are at that moment, with changes that it has not
    /// saved: attributes, relationships to one, and the members of those relationships to many that the context has
    /// changed. Objects that ``detectConflicts(for:)`` names are compared too.
    ///
    /// The save waits for the parent's queue, and everything is applied there at once: a ``mergeBudget`` of the parent
    /// does not count, and ``saveInSlices()`` hands everything over in one slice. Without a parent the property has no
    /// effect. Set it before the context is used, or on its queue.
    public final var detectsConflictsInParent: Bool {
        get { core.sourceState.detectsConflictsInParent }
        set { core.sourceState.detectsConflictsInParent = newValue }
    }
}
