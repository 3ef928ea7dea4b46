internal import Foundation
@_spi(Tools) internal import MainspringModel

extension StorePlan {
    /// What lies in the tables in a form that was never compared with a file of Apple's, a property for each: parts of a
    /// sentence.
    var uncomparedParts: [String] {
        numbers.entries.flatMap { entry in
            entry.entity.ownProperties.filter { !$0.isTransient }.compactMap { property in
                reason(property).map { "“\(property.name)” of “\(entry.entity.name ?? "")” (\($0))" }
            }
        }
    }

    /// Whether a file of these tables may have the version hashes that files have brought along, so that Apple's framework takes
    /// it for one of its own.
    func takesKnownHashes(_ entities: [NSEntityDescription], _ options: [AnyHashable: Any]?) -> Bool {
        let takesUncompared = (options?[MainspringUncomparedLayoutsOption] as? NSNumber)?.boolValue ?? false
        let isComparable = uncomparedParts.isEmpty && !hasDerivedAttributes && !hasUncomparedIndexes
        return (isComparable || takesUncompared) && entities.allSatisfy(\.hasForeignVersionHash)
    }

    private func reason(_ property: NSPropertyDescription) -> String? {
        switch property {
        case is NSCompositeAttributeDescription: return "a composite attribute"
        case let attribute as NSAttributeDescription:
            let isExternal = attribute.attributeType == .binaryDataAttributeType && dataForms.isMarked(attribute)
            return isExternal ? "data in external files" : nil
        case let relationship as NSRelationshipDescription where relationship.isToMany:
            guard let inverse = relationship.mutualInverse else { return "to many, without an inverse" }
            if inverse === relationship { return "its own inverse" }
            return inverse.isToMany && (relationship.isOrdered || inverse.isOrdered)
                ? "ordered, to many at both ends" : nil
        default: return nil
        }
    }

    /// Whether there are indexes that Apple's framework would make in another way: R-trees, and those of some rows alone.
    var hasUncomparedIndexes: Bool {
        numbers.entries.contains { entry in
            entry.entity.indexes.contains { index in
                index.partialIndexPredicate != nil || index.elements.contains { $0.collationType != .binary }
            }
        }
    }

    /// Whether there are attributes that triggers of Apple's would derive.
    var hasDerivedAttributes: Bool {
        numbers.entries.contains { entry in
            entry.entity.ownProperties.contains { $0 is NSDerivedAttributeDescription && !$0.isTransient }
        }
    }
}
