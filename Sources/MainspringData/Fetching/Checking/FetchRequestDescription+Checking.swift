internal import MainspringFoundation
package import MainspringModel

extension FetchRequestDescription {
    /// Throws if the request asks for what an entity does not have, or contradicts itself.
    ///
    /// A sort key, a key path of a predicate or a property to fetch that leads nowhere; a path through a to-many
    /// relationship where one value is needed; `ANY` before one value; grouping without dictionaries; limits below zero.
    /// Block predicates and the values themselves are not looked at.
    /// - Parameter entity: whose objects are asked for; the request's own may be unknown yet.
    /// - Throws: the first thing that is wrong, with Apple's words where Apple has some.
    package func check(against entity: NSEntityDescription) throws(FetchRequestError) {
        _ = try FetchPlan(self, entity)
    }
}
