/// What is reported of some objects at once.
struct ResultsBatch<Element: AnyObject> {
    /// Objects that belong to the results from now on.
    var inserted: [Element] = []
    /// Objects that belong to them no more.
    var deleted: [Element] = []
    /// Objects of which something has changed, so that they may stand elsewhere.
    var updated: [Element] = []
    /// Objects of which something has changed that has nothing to do with their place.
    var updatedInPlace: [Element] = []
}

extension SectionedResults {
    /// Returns a batch with each object once, as what it comes to here: what is deleted is neither inserted nor
    /// updated; what is inserted and here already is updated; what is updated and not here does not matter.
    func sorted(_ batch: ResultsBatch<Element>) -> ResultsBatch<Element> {
        var seen: Set<ObjectIdentifier> = []
        var result = ResultsBatch<Element>()
        func isNew(_ element: Element) -> Bool { seen.insert(ObjectIdentifier(element)).inserted }
        for element in batch.deleted where isNew(element) && contains(element) { result.deleted.append(element) }
        for element in batch.inserted where isNew(element) {
            if contains(element) { result.updated.append(element) } else { result.inserted.append(element) }
        }
        for element in batch.updated where contains(element) && isNew(element) { result.updated.append(element) }
        for element in batch.updatedInPlace where contains(element) && isNew(element) {
            result.updatedInPlace.append(element)
        }
        return result
    }
}

extension ResultsBatch {
    /// Whether it says nothing.
    var isEmpty: Bool { inserted.isEmpty && deleted.isEmpty && updated.isEmpty && updatedInPlace.isEmpty }
}
