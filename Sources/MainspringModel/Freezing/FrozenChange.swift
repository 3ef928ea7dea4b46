internal import Diagnostics

/// Stops the program because something of a model in use was to be changed.
func programmerErrorFrozen(_ member: String, of thing: String, in model: NSManagedObjectModel?) -> Never {
    programmerError(
        "\(member) of \(thing) cannot be changed: \(model.map(\.title) ?? "its model") is in use. "
            + "Change a copy of the model, made by copy(), before a coordinator gets it.")
}

func programmerErrorWithoutEntity(_ property: NSPropertyDescription) -> Never {
    programmerError(
        "The property \"\(property.name)\" belongs to no entity. Add it to an entity's properties before asking "
            + "for its entity."
    )
}

func programmerErrorWithoutModel(_ entity: NSEntityDescription) -> Never {
    programmerError(
        "The entity \"\(entity.name ?? "")\" stands in no model, or its model is gone. "
            + "Add it to a model's entities, and keep the model, before asking for it.")
}

extension NSPropertyDescription {
    /// Stops the program if the property is about to be changed while its model is in use.
    final func willChange(_ member: String) {
        guard isFrozen else { return KnownHashes.forget(self, before: member) }
        let place = owner.map { " of the entity \"\($0.name ?? "")\"" } ?? ""
        programmerErrorFrozen(member, of: "the property \"\(name)\"\(place)", in: owner?.model)
    }
}

extension NSEntityDescription {
    /// Stops the program if the entity is about to be changed while its model is in use.
    final func willChange(_ member: String) {
        guard isFrozen else { return KnownHashes.forget(self, before: member) }
        programmerErrorFrozen(member, of: "the entity \"\(name ?? "")\"", in: model)
    }
}

extension NSFetchIndexDescription {
    /// Stops the program if the index is about to be changed while its model is in use.
    final func willChange(_ member: String) {
        guard isFrozen else { return }
        programmerErrorFrozen(
            member, of: "the index \"\(name)\" of the entity \"\(entity?.name ?? "")\"", in: entity?.model)
    }
}

extension NSFetchIndexElementDescription {
    /// Stops the program if the element is about to be changed while its model is in use.
    final func willChange(_ member: String) {
        guard isFrozen else { return }
        let entity = indexDescription?.entity
        programmerErrorFrozen(
            member,
            of: "the element \"\(propertyName ?? "")\" of the index \"\(indexDescription?.name ?? "")\" "
                + "of the entity \"\(entity?.name ?? "")\"", in: entity?.model)
    }
}

extension NSManagedObjectModel {
    /// Stops the program if the model is about to be changed while it is in use.
    final func willChange(_ member: String) {
        guard isFrozen else { return }
        programmerErrorFrozen(member, of: "a model", in: self)
    }
}
