/// The stage that computes derived attributes, for a save into stores.
extension SaveOperation {
    /// Computes the derived attributes of a group, and of objects whose attributes depend on it. The save includes those.
    func derive(_ most: Int, in core: ContextCore) throws -> Int {
        settleEvent(in: core)
        guard isForStores, core.derivesAttributes else {
            beginValidating()
            return 0
        }
        let group = takeNext(most)
        let unsaved = unsaved(among: group, in: core)
        _ = try callingHooks(in: core) {
            derived += try core.deriveAttributes(of: unsaved.inserted + unsaved.updated.filter(\.differsPersistently))
        }
        // At once, one step has computed the dependent objects, too.
        if !hasGone(in: core), next >= (isInSlices ? objects.count : growth.start) { beginValidating() }
        return group.count
    }

    private func beginValidating() {
        (stage, next) = (.validating, 0)
        growth = SaveGrowth(objects.count)
    }
}
