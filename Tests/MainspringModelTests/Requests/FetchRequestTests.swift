import Foundation
import MainspringFoundation
import MainspringModel
import Testing

/// Requests without a type.
@Suite struct FetchRequestTests {
    let staff = Staff()

    @Test func `a new request is as Apple's is`() {
        let request = FetchRequestDescription(entityName: "Person")
        #expect(request.entityName == "Person" && request.entity == nil && request.predicate == nil)
        #expect(request.includesSubentities && request.includesPropertyValues && request.includesPendingChanges)
        #expect(request.returnsObjectsAsFaults && !request.returnsDistinctResults)
        #expect(!request.shouldRefreshRefetchedObjects && request.resultType == .managedObjectResultType)
        #expect(request.fetchLimit == 0 && request.fetchOffset == 0 && request.fetchBatchSize == 0)
    }

    @Test func `the entity gives its name, and another name takes the entity away`() {
        let request = FetchRequestDescription()
        request.entity = staff.person
        #expect(request.entityName == "Person")
        request.entityName = "Person"
        #expect(request.entity === staff.person)
        request.entityName = "Company"
        #expect(request.entity == nil && request.entityName == "Company")
    }

    @Test func `a copy says the same and can be changed`() throws {
        let request = FetchRequestDescription()
        request.entity = staff.person
        request.predicate = NSPredicate(format: "age > 3")
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: false)]
        (request.fetchLimit, request.fetchOffset, request.fetchBatchSize) = (1, 2, 3)
        request.resultType = [.dictionaryResultType]
        request.includesSubentities = false
        request.includesPropertyValues = false
        request.includesPendingChanges = false
        request.returnsObjectsAsFaults = false
        request.returnsDistinctResults = true
        request.shouldRefreshRefetchedObjects = true
        request.relationshipKeyPathsForPrefetching = ["employer"]
        request.propertiesToFetch = ["name", staff.age]
        request.propertiesToGroupBy = ["name"]
        request.havingPredicate = NSPredicate(format: "age < 9")
        request.affectedStores = [staff.model]
        let copy = try #require(request.copy() as? FetchRequestDescription)
        #expect(copy !== request && copy.description == request.description && copy.entity === staff.person)
        #expect(copy.affectedStores?.first === staff.model)
        #expect(
            copy.description == """
                fetch Person where age > 3 by name descending offset 2 limit 1 batch 3 result type 2 of name, age \
                grouped by name having age < 9 prefetching employer without subentities without values without pending \
                changes no faults distinct refreshing
                """)
        copy.fetchLimit = 5
        #expect(request.fetchLimit == 1)
    }

    @Test func `variables get values in a copy of the template`() throws {
        let template = try #require(staff.model.requestTemplate(forName: "all"))
        template.predicate = NSPredicate(format: "age > $AGE AND name == $NAME")
        template.havingPredicate = NSPredicate(format: "age > $AGE")
        let request = try #require(
            staff.model.requestFromTemplate(withName: "all", substitutionVariables: ["AGE": 30]))
        #expect(request.predicate?.predicateFormat == "age > 30 AND name == $NAME")
        #expect(request.havingPredicate?.predicateFormat == "age > 30")
        #expect(template.predicate?.predicateFormat == "age > $AGE AND name == $NAME")
        #expect(staff.model.requestFromTemplate(withName: "none", substitutionVariables: [:]) == nil)
    }

    @Test func `a model holds requests ready by name`() {
        let request = FetchRequestDescription(entityName: "Company")
        staff.model.setRequestTemplate(request, forName: "firms")
        #expect(staff.model.requestTemplate(forName: "firms") === request)
        #expect(Set(staff.model.requestTemplatesByName.keys) == ["all", "firms"])
        staff.model.setRequestTemplate(nil, forName: "firms")
        #expect(staff.model.requestTemplate(forName: "firms") == nil)
    }
}
