/// Derived attributes, for a save into stores.
extension SaveOperation {
    /// Computes those of some objects, and of those that are derived from them, which are saved with them.
    func derive(_ most: Int, in core: ContextCore) throws -> Int {
        settleEvent(in: core)
        guard derivesAttributes(in: core) else {
            beginValidating()
            return 0
        }
        let group = takeNext(most)
        let unsaved = unsaved(among: group, in: core)
        _ = try hearing(in: core) {
            derived += try core.deriveAttributes(of: unsaved.inserted + unsaved.updated.filter(\.differsPersistently))
        }
        // At once, those that are derived from others have been computed with these.
        if !hasGone(in: core), next >= (isInSlices ? objects.count : growth.start) { beginValidating() }
        return group.count
    }

    private func beginValidating() {
        (stage, next) = (.validating, 0)
        growth = SaveGrowth(objects.count)
    }

    /// A parent computes them when it is saved itself.
    func derivesAttributes(in core: ContextCore) -> Bool {
        core.source?.givesPermanentIdentities == true && core.derivesAttributes
    }
}
