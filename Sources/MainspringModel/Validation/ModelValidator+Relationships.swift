extension ModelValidator {
    mutating func check(_ relationship: NSRelationshipDescription, of entity: NSEntityDescription) {
        func issue(_ kind: ModelIssue.Kind, _ sentence: String) -> ModelIssue {
            let title = "The relationship \"\(relationship.name)\" of the entity \"\(entity.name ?? "")\""
            return ModelIssue(kind, entity: entity.name, member: relationship.name, "\(title) \(sentence)")
        }
        let (least, greatest) = (relationship.minCount, relationship.maxCount)
        if least < 0 || greatest < 0 || (greatest != 0 && least > greatest) {
            add(
                issue(
                    .countsOutOfOrder,
                    "has at least \(least) and at most \(greatest) objects. Let neither be negative, and the "
                        + "least not greater."
                ))
        }
        guard let destination = relationship.destinationEntity else {
            add(
                issue(.destinationMissing, "has no destination. Set its destinationEntity, and keep that in the model.")
            )
            return
        }
        guard members.contains(ObjectIdentifier(destination)) else {
            add(
                issue(
                    .destinationOutsideModel,
                    "leads to the entity \"\(destination.name ?? "")\", which \(model.title) does not have. "
                        + "Add that entity to the model."))
            return
        }
        guard let inverse = relationship.inverseRelationship else { return }
        guard inverse.inverseRelationship === relationship else {
            let back = inverse.inverseRelationship.map { "\"\($0.name)\"" } ?? "none"
            add(
                issue(
                    .inverseDoesNotMatch,
                    "has the inverse \"\(inverse.name)\", whose own inverse is \(back). Let each be the inverse "
                        + "of the other."
                ))
            return
        }
        guard isInheritanceSound, let owner = inverse.owner else { return }
        if !destination.isKindOf(entity: owner), !owner.isKindOf(entity: destination) {
            add(
                issue(
                    .inverseDoesNotMatch,
                    "leads to \"\(destination.name ?? "")\", but its inverse \"\(inverse.name)\" belongs to "
                        + "\"\(owner.name ?? "")\". Let the inverse be a relationship of the destination."))
        }
    }
}
