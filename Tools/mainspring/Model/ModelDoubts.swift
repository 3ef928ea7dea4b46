internal import Foundation
@_spi(Tools) internal import MainspringModel
internal import ModelCompiler

/// What is wrong with a model that can be read and used all the same: what Xcode refuses, or warns of.
struct ModelDoubts {
    /// Something that is wrong.
    struct Fault {
        let kind: String
        let entity: String?
        let member: String?
        let sentence: String
    }

    private static let impossibleName = "impossibleName"

    private(set) var faults: [Fault] = []
    /// What may be meant so, in sentences.
    private(set) var notes: [String] = []

    init(_ model: NSManagedObjectModel) {
        for entity in model.entities.sorted(by: { ($0.name ?? "") < ($1.name ?? "") }) {
            let name = entity.name ?? ""
            if let reason = NameRules.fault(in: name) {
                faults.append(
                    Fault(
                        kind: Self.impossibleName, entity: name, member: nil,
                        sentence: "The entity \"\(PrintedName.text(name))\" \(reason). Give it another name."))
            }
            look(atClassOf: entity, name)
            look(atConstraintsOf: entity, name)
            for property in entity.ownProperties.sorted(by: { $0.name < $1.name }) { look(at: property, of: name) }
        }
    }

    private mutating func look(atClassOf entity: NSEntityDescription, _ name: String) {
        let className = entity.managedObjectClassName?.split(separator: ".").last.map(String.init)
        guard let className, let reason = NameRules.fault(inClass: className) else { return }
        faults.append(
            Fault(
                kind: Self.impossibleName, entity: name, member: nil,
                sentence: "The entity \"\(PrintedName.text(name))\" \(reason). Give the class another name."))
    }

    private mutating func look(atConstraintsOf entity: NSEntityDescription, _ name: String) {
        let constrained = Set(entity.uniquenessConstraints.flatMap { $0.compactMap { $0 as? String } })
        for property in entity.slots where property.isTransient && constrained.contains(property.name) {
            faults.append(
                Fault(
                    kind: "transientUniqueness", entity: name, member: property.name,
                    sentence: "The attribute \"\(property.name)\" of the entity \"\(name)\" is to be unique and is "
                        + "transient: no store has it. Let it be stored, or take it out of the constraint."))
        }
    }

    private mutating func look(at property: NSPropertyDescription, of entity: String) {
        let title =
            "The \(PropertyKind(property).words) \"\(PrintedName.text(property.name))\" of the entity "
            + "\"\(PrintedName.text(entity))\""
        func fault(_ kind: String, _ sentence: String) -> Fault {
            Fault(kind: kind, entity: entity, member: property.name, sentence: "\(title) \(sentence)")
        }
        if let reason = NameRules.fault(in: property.name) {
            faults.append(
                fault(Self.impossibleName, "\(reason). Give it another name, with this one as its renaming identifier.")
            )
        } else if PropertyOutline.reservedNames.contains(property.name) {
            faults.append(
                fault(
                    "reservedName",
                    "is called like a member of NSManagedObject or NSObject. Give it another name, with this one as its "
                        + "renaming identifier."))
        }
        if let attribute = property as? NSAttributeDescription {
            for (kind, sentence) in Self.doubts(about: attribute) { faults.append(fault(kind, sentence)) }
        }
        if let relationship = property as? NSRelationshipDescription, relationship.destinationEntity != nil,
            relationship.inverseRelationship == nil
        {
            notes.append("\(title) has no inverse: objects that are deleted may still be led to.")
        }
    }
}
