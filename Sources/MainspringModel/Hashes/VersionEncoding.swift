internal import Foundation

/// The version hashes that we compute ourselves: SHA-256 over bytes that hold what Apple says makes two versions
/// differ.
///
/// Apple's formula is not known; so a hash that a file brings along wins. Class names, user information, validation,
/// default values, indexes and renaming identifiers are not among the bytes. Those are, written as ``CanonicalBytes``
/// says:
///
/// **Entity**: the text `Mainspring entity 1`; name; name of the superentity, may be missing; whether it is abstract;
/// modifier, may be missing; list of the digests of its properties, inherited ones included, by the order of their
/// names in UTF-8; list of the uniqueness constraints, each a list of names in its order, and the constraints in the
/// order of their names. Inherited properties count as they do for Apple: in the sample model of the tests an entity
/// has another hash in the second version though only its superentity has changed.
///
/// **Property**: the text `Mainspring property 1`; kind, a number (1 attribute, 2 relationship, 3 fetched property,
/// 4 expression, 5 derived attribute, 6 composite attribute); name; whether it is optional; whether it is transient;
/// modifier, may be missing; and then
/// - attributes: the raw value of the type; a derived one the format of its expression, may be missing; a composite one
///   the list of the digests of its elements in the order of their names, those that stand in themselves as 32 zeros;
/// - relationships: name of the destination, may be missing; least and greatest count; raw value of the delete rule;
///   whether it is ordered; name of the inverse, may be missing.
struct VersionEncoding {
    private var known: [ObjectIdentifier: [UInt8]] = [:]
    /// Those of the composite attributes of the entity at hand. One that stands in itself has another digest where it
    /// is met first than where it is met in another one, so that no entity's may depend on which came before.
    private var knownComposites: [ObjectIdentifier: [UInt8]] = [:]
    /// How many composites the one at hand stands in.
    private var depth = 0
    private static let nothing = [UInt8](repeating: 0, count: 32)

    /// The hash of an entity: the known one, or one computed once for a model in use. Digests of properties are kept,
    /// so that who asks for several entities computes those of inherited properties once.
    mutating func hash(of entity: NSEntityDescription) -> Data {
        if let known = entity.knownVersionHash { return known }
        guard let layout = entity.layout else { return Data(SHA256.hash(bytes(of: entity))) }
        return layout.versionHash { Data(SHA256.hash(bytes(of: entity))) }
    }

    static func hash(of property: NSPropertyDescription) -> Data {
        var encoding = VersionEncoding()
        return Data(encoding.digest(of: property))
    }

    mutating func bytes(of entity: NSEntityDescription) -> [UInt8] {
        knownComposites = [:]
        var bytes = CanonicalBytes()
        bytes.append("Mainspring entity 1")
        bytes.append(entity.name ?? "")
        bytes.append(entity.superentity?.name)
        bytes.append(entity.isAbstract)
        bytes.append(entity.versionHashModifier?.ifFilled)
        append(entity.slots, to: &bytes)
        let constraints = ConstraintNames.sorted(entity.uniquenessConstraints)
        bytes.append(constraints.count)
        for constraint in constraints {
            bytes.append(constraint.count)
            for name in constraint { bytes.append(name) }
        }
        return bytes.bytes
    }

    mutating func bytes(of property: NSPropertyDescription) -> [UInt8] {
        var bytes = CanonicalBytes()
        bytes.append("Mainspring property 1")
        bytes.append(PropertyKind(property).rawValue)
        bytes.append(property.name)
        bytes.append(property.isOptional)
        bytes.append(property.isTransient)
        bytes.append(property.versionHashModifier?.ifFilled)
        switch property {
        case let attribute as NSAttributeDescription:
            bytes.append(Int(attribute.attributeType.rawValue))
            if let derived = attribute as? NSDerivedAttributeDescription {
                bytes.append(derived.derivationExpression.map { "\($0)" })
            } else if let composite = attribute as? NSCompositeAttributeDescription {
                depth += 1
                append(depth > CompositeElements.depthLimit ? [] : composite.elements, to: &bytes)
                depth -= 1
            }
        case let relationship as NSRelationshipDescription:
            bytes.append(relationship.destinationEntity?.name)
            bytes.append(relationship.minCount)
            bytes.append(relationship.maxCount)
            bytes.append(Int(relationship.deleteRule.rawValue))
            bytes.append(relationship.isOrdered)
            bytes.append(relationship.inverseRelationship?.name)
        default: break
        }
        return bytes.bytes
    }

    private mutating func append(_ properties: [NSPropertyDescription], to bytes: inout CanonicalBytes) {
        let sorted = properties.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        bytes.append(sorted.count)
        for property in sorted { bytes.append(digest: digest(of: property)) }
    }

    private mutating func digest(of property: NSPropertyDescription) -> [UInt8] {
        let identity = ObjectIdentifier(property)
        if let digest = known[identity] ?? knownComposites[identity] { return digest }
        guard property is NSCompositeAttributeDescription else {
            let digest = SHA256.hash(bytes(of: property))
            known[identity] = digest
            return digest
        }
        // What is met again before its digest is known stands in itself.
        knownComposites[identity] = Self.nothing
        let digest = SHA256.hash(bytes(of: property))
        knownComposites[identity] = digest
        return digest
    }
}

extension String {
    /// The text; nil if it is empty. Files do not tell an empty word from none, so neither hashes nor comparisons do.
    var ifFilled: String? { isEmpty ? nil : self }
}
