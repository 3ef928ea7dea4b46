internal import Foundation
internal import MainspringFoundation

extension ModelXMLReader {
    mutating func readTemplate(_ element: ModelXMLElement) throws(ModelFileError) {
        let (name, request) = try readRequest(element)
        guard let name else { throw document.error(element, "the fetch request has no name; give it one") }
        guard assembly.model.requestTemplate(forName: name) == nil else {
            throw document.error(element, "there are two fetch requests of this name; give one of them another")
        }
        assembly.model.setRequestTemplate(request, forName: name)
    }

    mutating func readFetchedProperty(_ element: ModelXMLElement) throws(ModelFileError) -> NSFetchedPropertyDescription
    {
        var attributes = ModelXMLAttributes(element, in: document)
        let property = NSFetchedPropertyDescription()
        try readProperty(property, element, &attributes)
        attributes.noteUnused(in: &assembly)
        let requests = element.children(named: "fetchRequest")
        guard requests.count == 1 else {
            throw document.error(element, "the fetched property has \(requests.count) fetch requests; it needs one")
        }
        property.fetchRequestDescription = try readRequest(requests[0]).request
        return property
    }

    /// What a request has beside name, entity and predicate is in the names of several generations.
    private mutating func readRequest(
        _ element: ModelXMLElement
    ) throws(ModelFileError) -> (name: String?, request: FetchRequestDescription) {
        try assembly.take(2, at: document.place(of: element))
        var attributes = ModelXMLAttributes(element, in: document)
        let name = attributes.filled("name")
        let request = FetchRequestDescription()
        if let format = attributes.filled("predicateString") {
            request.predicate = try predicate(format, "predicateString", of: element)
        }
        request.fetchLimit = try attributes.count("fetchLimit") ?? 0
        request.fetchOffset = try attributes.count("fetchOffset") ?? 0
        request.fetchBatchSize = try attributes.count("fetchBatchSize") ?? 0
        if let type = try attributes.count("resultType") { request.resultType = .init(rawValue: UInt(type)) }
        request.includesSubentities = try attributes.flag(["includeSubentities", "includesSubentities"]) ?? true
        request.includesPropertyValues =
            try attributes.flag(["includePropertyValues", "includesPropertyValues"]) ?? true
        request.includesPendingChanges =
            try attributes.flag(["includePendingChanges", "includesPendingChanges"]) ?? true
        request.returnsObjectsAsFaults =
            try attributes.flag(["returnObjectsAsFaults", "returnsObjectsAsFaults"]) ?? true
        request.returnsDistinctResults =
            try attributes.flag(["returnDistinctResults", "returnsDistinctResults"]) ?? false
        let place = document.place(of: element)
        assembly.connect(request, to: attributes.filled("entity"), at: place)
        attributes.noteUnused(in: &assembly)
        for child in element.children { noteUnknown(child) }
        return (name, request)
    }
}
