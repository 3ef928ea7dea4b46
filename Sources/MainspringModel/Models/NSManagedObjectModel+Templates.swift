extension NSManagedObjectModel {
    /// Returns a request that the model holds ready; `nil` if there is none of that name. Ours; Apple's
    /// `fetchRequestTemplate(forName:)` gives the same with a type.
    public final func requestTemplate(forName name: String) -> FetchRequestDescription? { requestTemplatesByName[name] }

    /// Lets the model hold a request ready, or none of that name any more. Ours; Apple's
    /// `setFetchRequestTemplate(_:forName:)` takes the same with a type.
    public final func setRequestTemplate(_ request: FetchRequestDescription?, forName name: String) {
        requestTemplatesByName[name] = request
    }

    /// Returns a copy of a request that the model holds ready, with values in the places of its variables; `nil` if
    /// there is none of that name. Ours; Apple's `fetchRequestFromTemplate(withName:substitutionVariables:)` gives the
    /// same with a type.
    /// - Parameter variables: values by the variables' names; `NSNull` for no value. Variables that are not among them
    ///   stay.
    public final func requestFromTemplate(
        withName name: String, substitutionVariables variables: [String: Any]
    ) -> FetchRequestDescription? {
        requestTemplatesByName[name]?.withSubstitutionVariables(variables)
    }
}
