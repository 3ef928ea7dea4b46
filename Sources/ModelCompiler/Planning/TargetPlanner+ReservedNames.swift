extension TargetPlanner {
    /// Tells of properties that have the name of something that every object has.
    mutating func reportReservedNames() {
        for entity in source.entities {
            for property in entity.properties where PropertyOutline.reservedNames.contains(property.name) {
                // Without a generated class the property can still be reached by key.
                diagnostics.append(
                    Diagnostic(
                        severity: entity.codeGeneration == .none || entity.className == nil ? .warning : .error,
                        path: entity.modelPath, line: nil,
                        message: """
                            the property “\(property.name)” of the entity “\(entity.name)” is called like a member of \
                            NSManagedObject or NSObject; give it another name in the model, with this one as its \
                            renaming identifier
                            """))
            }
        }
    }
}

extension PropertyOutline {
    /// What Apple's documentation forbids as the name of a property, as far as Swift has it.
    public static let reservedNames: Set<String> = [
        "awakeFromFetch", "awakeFromInsert", "changedValues", "changedValuesForCurrentEvent", "classForCoder",
        "classForKeyedArchiver", "classForKeyedUnarchiver", "copy", "debugDescription", "description", "didSave",
        "didTurnIntoFault", "entity", "faultingState", "fetchRequest", "hasChanges", "hasPersistentChangedValues",
        "hash",
        "hashValue", "isDeleted", "isFault", "isInserted", "isProxy", "isUpdated", "keyTable", "managedObjectContext",
        "mutableCopy", "objectID", "observationInfo", "overridesValidation", "prepareForDeletion", "self", "superclass",
        "validateForDelete",
        "validateForInsert", "validateForUpdate", "willSave", "willTurnIntoFault", "zone",
    ]
}
