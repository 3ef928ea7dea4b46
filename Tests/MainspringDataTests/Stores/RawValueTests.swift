import MainspringData
import Testing

/// Numbers and texts that programs write down and compare with.
@Suite struct RawValueTests {
    @Test func `kinds of requests and results have Apple's numbers`() {
        let requests: [NSPersistentStoreRequestType] = [
            .fetchRequestType, .saveRequestType, .batchInsertRequestType, .batchUpdateRequestType,
            .batchDeleteRequestType,
        ]
        #expect(requests.map(\.rawValue) == [1, 2, 5, 6, 7])
        let inserted: [NSBatchInsertRequestResultType] = [.statusOnly, .objectIDs, .count]
        #expect(inserted.map(\.rawValue) == [0, 1, 2])
        let updated: [NSBatchUpdateRequestResultType] = [
            .statusOnlyResultType, .updatedObjectIDsResultType, .updatedObjectsCountResultType,
        ]
        #expect(updated.map(\.rawValue) == [0, 1, 2])
        let deleted: [NSBatchDeleteRequestResultType] = [.resultTypeStatusOnly, .resultTypeObjectIDs, .resultTypeCount]
        #expect(deleted.map(\.rawValue) == [0, 1, 2])
    }

    @Test func `kinds of changes in a history have Apple's numbers`() {
        let changes: [NSPersistentHistoryChangeType] = [.insert, .update, .delete]
        #expect(changes.map(\.rawValue) == [0, 1, 2])
    }

    @Test func `kinds of mappings have Apple's numbers`() {
        let mappings: [NSEntityMappingType] = [
            .undefinedEntityMappingType, .customEntityMappingType, .addEntityMappingType, .removeEntityMappingType,
            .copyEntityMappingType, .transformEntityMappingType,
        ]
        #expect(mappings.map(\.rawValue) == Array(0...5))
    }

    @Test func `the variables of a migration's expressions have Apple's names`() {
        let names = [
            NSMigrationManagerKey, NSMigrationSourceObjectKey, NSMigrationDestinationObjectKey,
            NSMigrationEntityMappingKey, NSMigrationPropertyMappingKey, NSMigrationEntityPolicyKey,
        ]
        #expect(names == ["manager", "source", "destination", "entityMapping", "propertyMapping", "entityPolicy"])
    }

    @Test func `the constants of policies are of their kinds`() throws {
        let policies: [Any] = [
            NSErrorMergePolicy, NSMergeByPropertyStoreTrumpMergePolicy, NSMergeByPropertyObjectTrumpMergePolicy,
            NSOverwriteMergePolicy, NSRollbackMergePolicy,
        ]
        let kinds = try policies.map { try #require($0 as? NSMergePolicy).mergeType }
        #expect(
            kinds == [
                .errorMergePolicyType, .mergeByPropertyStoreTrumpMergePolicyType,
                .mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType, .rollbackMergePolicyType,
            ])
    }
}
