import Foundation
import MainspringData
import MainspringModel
import Testing

import class MainspringFoundation.NSPredicate

/// How many objects relationships lead to, and what their delete rules deny.
@Suite struct RelationshipValidationTests {
    private static func set(_ count: Int) -> NSSet { NSSet(array: (0..<count).map { _ in Subject() }) }

    @Test func `a relationship to one object must lead somewhere unless it is optional`() {
        #expect(Ruled.relationship(toMany: false, isOptional: false, least: 1).codes(nil) == [1570])
        #expect(Ruled.relationship(toMany: false, isOptional: false).codes(NSNull()) == [1570])
        #expect(Ruled.relationship(toMany: false, isOptional: false).codes(Subject()) == [])
        #expect(Ruled.relationship(toMany: false, least: 1).codes(nil) == [])
    }

    @Test(
        arguments: [
            // optional, least, most, how many, codes
            (true, 0, 0, 0, []), (true, 0, 0, 9, []), (true, 2, 3, 0, []), (true, 2, 3, 1, [1580]), (true, 2, 3, 2, []),
            (true, 2, 3, 3, []), (true, 2, 3, 4, [1590]), (true, 0, 3, 4, [1590]), (true, 2, 0, 1, [1580]),
            (true, 2, 0, 99, []), (false, 0, 0, 0, [1580]), (false, 0, 0, 1, []), (false, 2, 3, 0, [1580]),
            (false, 2, 3, 1, [1580]), (false, 2, 3, 3, []), (false, 2, 3, 4, [1590]), (true, -3, -1, 1, []),
        ] as [(Bool, Int, Int, Int, [Int])])
    func `the counts of a relationship to many hold, but not for none where it is optional`(
        isOptional: Bool, least: Int, most: Int, count: Int, codes: [Int]
    ) {
        let relationship = Ruled.relationship(toMany: true, isOptional: isOptional, least: least, most: most)
        let set = Self.set(count)
        #expect(relationship.codes(set) == codes)
        #expect(relationship.codes(NSOrderedSet(array: set.allObjects)) == codes)
        #expect(relationship.codes(set as? Set<Subject>) == codes)
        if count == 0 { #expect(relationship.codes(nil) == codes) }
    }

    @Test func `a relationship's predicates get the object, or all objects`() {
        let friends = Ruled.relationship(toMany: true)
        friends.setValidationPredicates([NSPredicate(format: "SELF.@count == 2")], withValidationWarnings: [""])
        #expect(friends.codes(Self.set(1)) == [1550] && friends.codes(Self.set(2)) == [])
        #expect(friends.codes(nil) == [])
    }

    @Test func `a relationship that denies deletion does so while it leads to objects that stay`() throws {
        let (object, one, other) = (Subject(), Subject(), Subject())
        let friends = Ruled.relationship(toMany: true)
        friends.deleteRule = .denyDeleteRule
        let validator = PropertyValidator(friends)
        for value in [nil, NSNull(), NSSet(), NSOrderedSet()] as [Any?] {
            try validator.validateDeletion(value, of: object)
        }
        for value in [NSSet(object: one), NSOrderedSet(object: one), Set([one, other]), one] as [Any] {
            let error = try #require(failure { try validator.validateDeletion(value, of: object) })
            #expect(error.code == NSValidationRelationshipDeniedDeleteError)
            #expect(error.localizedDescription == "Items cannot be deleted from friends.")
            #expect(error.userInfo[NSValidationObjectErrorKey] as? Subject === object)
            #expect(error.userInfo[NSValidationKeyErrorKey] as? String == "friends")
        }
        try validator.validateDeletion(Set([one, other]), of: object) { _ in true }
        #expect(failure { try validator.validateDeletion(Set([one, other]), of: object) { $0 === one } }?.code == 1600)
        for rule in [NSDeleteRule.noActionDeleteRule, .nullifyDeleteRule, .cascadeDeleteRule] {
            let friends = Ruled.relationship(toMany: true)
            friends.deleteRule = rule
            try PropertyValidator(friends).validateDeletion(NSSet(object: one), of: object)
        }
    }
}
