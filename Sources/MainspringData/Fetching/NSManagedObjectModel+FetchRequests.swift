public import MainspringModel

// The requests that models hold, with a type.

extension NSManagedObjectModel {
    /// The requests that the model holds ready, by their names.
    public final var fetchRequestTemplatesByName: [String: NSFetchRequest<any NSFetchRequestResult>] {
        requestTemplatesByName.mapValues { NSFetchRequest($0) }
    }

    /// Returns a request that the model holds ready; nil if there is none of that name. Of a model in use it is
    /// constant: change a copy.
    public final func fetchRequestTemplate(forName name: String) -> NSFetchRequest<any NSFetchRequestResult>? {
        requestTemplate(forName: name).map { NSFetchRequest($0) }
    }

    /// Lets the model hold a request ready, or none of that name any more.
    public final func setFetchRequestTemplate(
        _ request: NSFetchRequest<any NSFetchRequestResult>?, forName name: String
    ) {
        setRequestTemplate(request?.requestDescription, forName: name)
    }

    /// Returns a copy of a request that the model holds ready, with values in the places of its variables; nil if there
    /// is none of that name.
    public final func fetchRequestFromTemplate(
        withName name: String, substitutionVariables variables: [String: Any]
    ) -> NSFetchRequest<any NSFetchRequestResult>? {
        requestFromTemplate(withName: name, substitutionVariables: variables).map { NSFetchRequest($0) }
    }
}

extension NSFetchedPropertyDescription {
    /// The request that finds the objects.
    ///
    /// `$FETCH_SOURCE` in its predicate stands for the object that is asked, `$FETCHED_PROPERTY` for this description.
    public final var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? {
        get { fetchRequestDescription.map { NSFetchRequest($0) } }
        set { fetchRequestDescription = newValue?.requestDescription }
    }
}
