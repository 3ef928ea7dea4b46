extension NSFetchedResultsController {
    /// Makes a controller for what a request finds in a context, and keeps finding there.
    ///
    /// On the context's queue, as everything of the controller. It has nothing before ``performFetch()``.
    /// - Parameters:
    ///   - fetchRequest: must have sort descriptors; the first one puts the sections into their order.
    ///   - sectionNameKeyPath: leads from an object to the name of its section; nil for one section.
    ///   - name: of the cache that keeps the sections for the next time; nil for none.
    public convenience init(
        fetchRequest: NSFetchRequest<ResultType>, managedObjectContext context: NSManagedObjectContext,
        sectionNameKeyPath: String?, cacheName name: String?
    ) {
        self.init(
            fetchRequest: fetchRequest, managedObjectContext: context, source: context.core,
            sectionNameKeyPath: sectionNameKeyPath, cacheName: name)
    }
}
