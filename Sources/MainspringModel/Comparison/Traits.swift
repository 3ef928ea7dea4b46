internal import Foundation
internal import MainspringFoundation

/// All that a description says, in an order that is the same for all of its kind.
///
/// Other descriptions are named, so that what refers to each other does not go round.
enum Traits {
    static func of(_ entity: NSEntityDescription) -> [Trait] {
        [
            Trait(.superentity, entity.superentity?.name), Trait(.isAbstract, entity.isAbstract),
            Trait(.uniquenessConstraints, names(entity.uniquenessConstraints)),
            Trait(.compoundIndexes, names(entity.compoundIndexList)),
            Trait(.managedObjectClassName, entity.managedObjectClassName),
            Trait(.versionHashModifier, entity.versionHashModifier?.ifFilled),
            Trait(.renamingIdentifier, entity.renamingIdentifier), Trait(.userInfo, text(entity.userInfo)),
            Trait(.coreSpotlightDisplayNameExpression, entity.coreSpotlightDisplayNameExpression.map { "\($0)" }),
        ]
    }

    static func of(_ property: NSPropertyDescription) -> [Trait] {
        var traits = [
            Trait(.kind, PropertyKind(property).words), Trait(.isOptional, property.isOptional),
            Trait(.isTransient, property.isTransient),
        ]
        switch property {
        case let attribute as NSAttributeDescription: traits += own(attribute)
        case let relationship as NSRelationshipDescription: traits += own(relationship)
        case let fetched as NSFetchedPropertyDescription:
            traits.append(
                Trait(.fetchRequest, fetched.fetchRequestDescription.map { DescriptionPrinter.line(for: $0) }))
        case let expression as NSExpressionDescription:
            traits.append(Trait(.expression, expression.expression.map { "\($0)" }))
            traits.append(Trait(.expressionResultType, expression.expressionResultType.words))
        default: break
        }
        return traits + [
            Trait(.versionHashModifier, property.versionHashModifier?.ifFilled),
            Trait(.renamingIdentifier, property.renamingIdentifier), Trait(.isIndexed, property.wantsIndex),
            Trait(.isIndexedBySpotlight, property.isIndexedBySpotlight),
            Trait(.isStoredInExternalRecord, property.wantsExternalRecord),
            Trait(.validationPredicates, rules(of: property)), Trait(.userInfo, text(property.userInfo)),
        ]
    }

    static func of(_ index: NSFetchIndexDescription) -> [Trait] {
        [
            Trait(.elements, index.elements.map { DescriptionPrinter.line(for: $0) }.joined(separator: ", ")),
            Trait(.partialIndexPredicate, index.partialIndexPredicate?.predicateFormat),
        ]
    }

    static func of(_ model: NSManagedObjectModel) -> [Trait] {
        let configurations = model.configurationNames.sorted().map { name in
            let entities = model.entities(forConfigurationName: name) ?? []
            return "\(name): " + entities.map { $0.name ?? "" }.sorted().joined(separator: ", ")
        }
        let templates = model.requestTemplatesByName.sorted { $0.key < $1.key }.map { name, request in
            "\(name): \(DescriptionPrinter.line(for: request))"
        }
        let identifiers = model.versionIdentifiers.map { "\($0.base)" }.filter { !$0.isEmpty }.sorted()
        return [
            Trait(.configurations, joined(configurations)), Trait(.fetchRequestTemplates, joined(templates)),
            Trait(.versionIdentifiers, joined(identifiers)),
            Trait(.localizationDictionary, text(model.localizationDictionary)),
        ]
    }

    private static func own(_ attribute: NSAttributeDescription) -> [Trait] {
        [
            Trait(.attributeType, attribute.attributeType.words),
            Trait(.attributeValueClassName, attribute.attributeValueClassName),
            Trait(.defaultValue, attribute.defaultValue.map { ValueText.text(of: $0) }),
            Trait(.valueTransformerName, attribute.valueTransformerName),
            Trait(.allowsExternalBinaryDataStorage, attribute.allowsExternalBinaryDataStorage),
            Trait(.preservesValueInHistoryOnDeletion, attribute.preservesValueInHistoryOnDeletion),
            Trait(.allowsCloudEncryption, attribute.allowsCloudEncryption),
            Trait(
                .derivationExpression,
                (attribute as? NSDerivedAttributeDescription)?.derivationExpression.map { "\($0)" }),
        ]
    }

    private static func own(_ relationship: NSRelationshipDescription) -> [Trait] {
        [
            Trait(.destinationEntity, relationship.destinationEntity?.name),
            Trait(.inverseRelationship, relationship.inverseRelationship?.name),
            Trait(.deleteRule, relationship.deleteRule.words), Trait(.minCount, "\(relationship.minCount)"),
            Trait(.maxCount, "\(relationship.maxCount)"), Trait(.isOrdered, relationship.isOrdered),
        ]
    }

    private static func rules(of property: NSPropertyDescription) -> String? {
        let (predicates, warnings) = property.rules
        return joined(
            predicates.enumerated().map { index, predicate in
                predicate.predicateFormat + (index < warnings.count ? " -> \(warnings[index])" : "")
            })
    }

    private static func names(_ constraints: [[Any]]) -> String? {
        joined(ConstraintNames.sorted(constraints).map { "(" + $0.joined(separator: ", ") + ")" })
    }

    private static func text(_ dictionary: [AnyHashable: Any]?) -> String? {
        dictionary.flatMap { $0.isEmpty ? nil : ValueText.text(of: $0) }
    }

    private static func joined(_ parts: [String]) -> String? { parts.isEmpty ? nil : parts.joined(separator: "; ") }
}
