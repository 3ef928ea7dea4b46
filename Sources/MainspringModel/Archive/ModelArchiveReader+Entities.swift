internal import Foundation
internal import MainspringFoundation
internal import class MainspringFoundation.NSPredicate

extension ModelArchiveReader {
    mutating func readEntity(_ object: ArchivedObject) throws(ModelFileError) {
        try assembly.take(1, at: source.place(of: object))
        guard object.className == "NSEntityDescription" else {
            throw source.error(object, "it stands where an entity must; compile the model again")
        }
        try noteUnknownKeys(of: object, Self.entityKeys)
        let entity = NSEntityDescription()
        let name = try source.string(object, "NSEntityName") ?? ""
        entity.name = name
        if let className = try source.filled(object, "NSClassNameForEntity") { entity.setClass(named: className) }
        entity.isAbstract = try source.flag(object, "NSIsAbstract")
        entity.versionHashModifier = try source.filled(object, "NSVersionHashModifier")
        entity.explicitRenamingIdentifier = try renamingIdentifier(of: object, name: name)
        entity.userInfo = try userInfo(of: object)
        if let expression = try source.object(object, "NSCoreSpotlightDisplayNameExpression") {
            entity.coreSpotlightDisplayNameExpression = understood { reader throws(ModelFileError) in
                try reader.predicates.expression(expression)
            }
        }
        if let hash = try source.data(object, "NSVersionHash"), hash.count == 32 { assembly.setHash(hash, of: entity) }
        let superentity = try source.object(object, "NSSuperentity")
        let properties = try readProperties(of: object, entity)
        entity.uniquenessConstraints = try lists(object, "NSUniqueTuples")
        entity.compoundIndexList = try lists(object, "NSCompoundIndexes")
        for value in try source.elements(object, "NSFetchIndexDescriptions") {
            if let index = value.object { try readIndex(index, of: entity, alsoIn: &entity.compoundIndexList) }
        }
        var superentityName: String?
        if let superentity { superentityName = try source.string(superentity, "NSEntityName") }
        assembly.add(entity, properties: properties, superentity: superentityName, at: source.place(of: object))
    }

    private static let entityKeys: Set = [
        "NSEntityName", "NSClassNameForEntity", "NSIsAbstract", "NSVersionHashModifier", "NSRenamingIdentifier",
        "NSUserInfo", "NSSuperentity", "NSSubentities", "NSProperties", "NSManagedObjectModel", "NSUniqueTuples",
        "NSCompoundIndexes", "NSFetchIndexDescriptions", "NSCoreSpotlightDisplayNameExpression", "NSVersionHash",
    ]

    /// The properties by name, since dictionaries are archived in no certain order.
    private mutating func readProperties(
        of object: ArchivedObject, _ entity: NSEntityDescription
    ) throws(ModelFileError) -> [NSPropertyDescription] {
        let values = try source.values(object, "NSProperties")
        try assembly.take(values.count, at: source.place(of: object))
        var properties: [NSPropertyDescription] = []
        properties.reserveCapacity(values.count)
        for value in values {
            guard let property = value.object else {
                throw source.error(object, "a property is no object; compile the model again")
            }
            if let read = try readProperty(property, of: entity) { properties.append(read) }
        }
        return properties.sorted { $0.name < $1.name }
    }

    /// Lists of names.
    private mutating func lists(_ object: ArchivedObject, _ key: String) throws(ModelFileError) -> [[Any]] {
        var lists: [[Any]] = []
        for value in try source.elements(object, key) {
            guard let list = value.object else { throw source.error(object, "“\(key)” is no list of lists") }
            let elements = try source.reading { () throws(ArchiveError) in try list.elements() }
            try assembly.take(1 + elements.count, at: source.place(of: object))
            var names: [Any] = []
            for element in elements {
                // By the property itself, or by its name.
                if let property = element.object, property.contains("NSPropertyName") {
                    names.append(try source.string(property, "NSPropertyName") ?? "")
                } else if let name = try source.decoded(element) as? String {
                    names.append(name)
                }
            }
            lists.append(names)
        }
        return lists
    }

    /// - Parameter older: The indexes in their older form, from which this one is taken: Xcode writes those of several
    ///   properties in both.
    private mutating func readIndex(
        _ object: ArchivedObject, of entity: NSEntityDescription, alsoIn older: inout [[Any]]
    ) throws(ModelFileError) {
        try noteUnknownKeys(of: object, Self.indexKeys)
        var partial: NSPredicate?
        if let predicate = try source.object(object, "NSPartialIndexPredicate") {
            partial = understood { reader throws(ModelFileError) in try reader.predicates.predicate(predicate) }
            // An index of other objects than was meant is worse than none.
            guard partial != nil else { return }
        }
        let values = try source.elements(object, "NSIndexElements")
        try assembly.take(1 + values.count, at: source.place(of: object))
        var elements: [ModelAssembly.IndexPart.Element] = []
        for value in values {
            guard let element = value.object else { throw source.error(object, "an element of the index is no object") }
            if let read = try readIndexElement(element) { elements.append(read) }
        }
        let properties = elements.compactMap(\.subject.propertyName)
        if let index = older.firstIndex(where: { $0 as? [String] == properties }) { older.remove(at: index) }
        let name = try source.string(object, "NSIndexName") ?? ""
        assembly.add(ModelAssembly.IndexPart(name: name, elements: elements, predicate: partial), to: entity)
    }

    private static let indexKeys: Set = ["NSIndexName", "NSIndexElements", "NSPartialIndexPredicate", "NSEntity"]

    private mutating func readIndexElement(
        _ object: ArchivedObject
    ) throws(ModelFileError) -> ModelAssembly.IndexPart.Element? {
        try noteUnknownKeys(of: object, Self.indexElementKeys)
        let number = try source.integer(object, "NSFetchIndexElementType") ?? 0
        guard let type = UInt(exactly: number).flatMap(NSFetchIndexElementType.init(rawValue:)) else {
            throw source.error(object, "\(number) is no type of an index's element; 0 and 1 are")
        }
        let isAscending = try source.flag(object, "NSAscending")
        if let property = try source.object(object, "NSProperty"),
            let computed = try readComputed(property)
        {
            return .init(subject: .expression(computed), type: type, isAscending: isAscending)
        }
        guard let name = try source.filled(object, "NSPropertyName") else {
            assembly.note("\(source.place(of: object)): the element names no property, and is left out")
            return nil
        }
        return .init(subject: .property(name), type: type, isAscending: isAscending)
    }

    private static let indexElementKeys: Set = [
        "NSFetchIndexElementType", "NSAscending", "NSPropertyName", "NSProperty", "NSFetchIndexDescription",
    ]

    /// What is computed, if a property is that; nil otherwise.
    private mutating func readComputed(_ object: ArchivedObject) throws(ModelFileError) -> NSExpressionDescription? {
        guard object.className == "NSExpressionDescription" else { return nil }
        let computed = NSExpressionDescription()
        computed.name = try source.string(object, "NSPropertyName") ?? ""
        if let expression = try source.object(object, "NSExpression") {
            computed.expression = understood { reader throws(ModelFileError) in
                try reader.predicates.expression(expression)
            }
        }
        let type = try source.integer(object, "NSExpressionResultType") ?? 0
        computed.expressionResultType =
            UInt(exactly: type).flatMap(NSAttributeType.init(rawValue:)) ?? .undefinedAttributeType
        return computed
    }

    /// What a closure reads, or nil and a note where it is not understood.
    mutating func understood<Value>(
        _ read: (inout ModelArchiveReader) throws(ModelFileError) -> Value
    ) -> Value? {
        do {
            return try read(&self)
        } catch {
            assembly.note("\(error.description) It is left out.")
            return nil
        }
    }
}
