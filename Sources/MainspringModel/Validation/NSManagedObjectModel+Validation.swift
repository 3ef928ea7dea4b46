extension NSManagedObjectModel {
    /// Throws all that is wrong with the model, a ``ModelValidationError``; returns if nothing is. Ours.
    ///
    /// In time that grows with the size of the model. Of a model in use, what was found when it began to be.
    public final func validate() throws {
        let issues = issues
        if !issues.isEmpty { throw ModelValidationError(issues: issues) }
    }
}
