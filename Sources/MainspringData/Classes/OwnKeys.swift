internal import Foundation

/// The keys of the properties that every managed object has, by both names where one of them begins with “is”.
///
/// A property of the entity, or a key of the class, that has such a name comes before them.
enum OwnKeys {
    static let readers: [String: @Sendable (NSManagedObject) -> Any?] = [
        "objectID": { $0.objectID }, "entity": { $0.entity }, "managedObjectContext": { $0.managedObjectContext },
        "hasChanges": { NSNumber(value: $0.hasChanges) },
        "hasPersistentChangedValues": { NSNumber(value: $0.hasPersistentChangedValues) },
        "isInserted": { NSNumber(value: $0.isInserted) }, "inserted": { NSNumber(value: $0.isInserted) },
        "isUpdated": { NSNumber(value: $0.isUpdated) }, "updated": { NSNumber(value: $0.isUpdated) },
        "isDeleted": { NSNumber(value: $0.isDeleted) }, "deleted": { NSNumber(value: $0.isDeleted) },
        "isFault": { NSNumber(value: $0.isFault) }, "fault": { NSNumber(value: $0.isFault) },
        "faultingState": { NSNumber(value: $0.faultingState) },
        "changedValues": { $0.changedValues() },
        "changedValuesForCurrentEvent": { $0.changedValuesForCurrentEvent() },
    ]
}
