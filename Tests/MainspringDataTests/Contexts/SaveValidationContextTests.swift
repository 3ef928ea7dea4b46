import Foundation
import MainspringData
import MainspringFoundation
import MainspringModel
import Testing

/// What a save refuses.
@Suite struct SaveValidationContextTests {
    private static func rules(_ key: String, _ type: NSAttributeType, _ formats: String...) -> NSAttributeDescription {
        let attribute = Part.attribute(key, type)
        attribute.isOptional = true
        attribute.setValidationPredicates(
            formats.map { NSPredicate(format: $0) }, withValidationWarnings: formats.map { _ in "" })
        return attribute
    }

    /// People with rules for each kind of value.
    private let company = Company.hooked { _, entities in
        let person = entities["Person"]!
        let code = Part.attribute("code", .stringAttributeType, default: "x")
        code.isOptional = false
        person.properties += [
            code, rules("level", .integer16AttributeType, "SELF >= 1", "SELF <= 9"),
            rules("born", .dateAttributeType, "SELF >= CAST(1000, 'NSDate')", "SELF <= CAST(2000, 'NSDate')"),
            rules("sign", .stringAttributeType, "length >= 2", "length <= 4", "SELF MATCHES '[a-z]*'"),
            rules("mood", .stringAttributeType, "SELF BEGINSWITH 'g'"),
        ]
        let projects = entities["Person"]!.relationshipsByName["projects"]!
        (projects.minCount, projects.maxCount) = (1, 2)
        entities["Badge"]!.relationshipsByName["person"]!.isOptional = false
        entities["Badge"]!.relationshipsByName["person"]!.minCount = 1
    }
    private let context: NSManagedObjectContext
    private let anna: NSManagedObject

    init() throws {
        context = company.context()
        anna = company.insert("Person", "Anna", in: context)
        try context.save()
        _ = context.journal.take()
    }

    @Test(
        arguments: [
            ("code", NSNull(), 1570), ("code", "", nil), ("level", 0, 1620), ("level", 1, nil), ("level", 9, nil),
            ("level", 10, 1610), ("born", Date(timeIntervalSinceReferenceDate: 999), 1640),
            ("born", Date(timeIntervalSinceReferenceDate: 1500), nil),
            ("born", Date(timeIntervalSinceReferenceDate: 2001), 1630), ("sign", "a", 1670), ("sign", "abcde", 1660),
            ("sign", "ABC", 1680), ("sign", "abc", nil), ("mood", "glad", nil), ("mood", "sad", 1550),
        ] as [(String, any Sendable, Int?)], [false, true])
    func `a value that breaks a rule keeps the object from being saved, be it new or changed`(
        _ row: (String, any Sendable, Int?), isNew: Bool
    ) throws {
        let object = isNew ? company.insert("Person", "Bert", in: context) : anna
        if row.0 == "code", row.1 is NSNull {
            object.setValue(nil, forKey: row.0)
        } else {
            object.setValue(row.1, forKey: row.0)
        }
        let error = failure { try context.save() }
        #expect(error?.code == row.2)
        #expect(context.hasChanges == (row.2 != nil))
        guard let error else { return }
        #expect(error.userInfo[NSValidationObjectErrorKey] as? NSManagedObject === object)
        #expect(error.userInfo[NSValidationKeyErrorKey] as? String == row.0)
        object.setValue(row.0 == "code" ? "x" : nil, forKey: row.0)
        try context.save()
        #expect(!context.hasChanges)
    }

    @Test func `relationships have as many objects as they must`() throws {
        let badge = company.make("Badge", "1", in: context)
        #expect(failure { try context.save() }?.code == 1570)
        badge["person"] = anna
        try context.save()
        let projects = (0..<3).map { company.make("Project", "\($0)", in: context) }
        anna.setValue(NSSet(array: projects), forKey: "projects")
        #expect(failure { try context.save() }?.code == 1590)
        anna.setValue(NSSet(array: Array(projects[..<2])), forKey: "projects")
        try context.save()
    }

    @Test func `several failures are one error with all of them`() throws {
        let bert = company.insert("Person", "Bert", in: context)
        bert.setValue(nil, forKey: "code")
        bert.setValue("A", forKey: "sign")
        anna.setValue(10, forKey: "level")
        let temporary = bert.objectID
        let error = try #require(failure { try context.save() })
        #expect(error.code == 1560)
        let details = try #require(error.userInfo[NSDetailedErrorsKey] as? [NSError])
        #expect(details.map(\.code).sorted() == [1570, 1610, 1670, 1680])
        let objects = details.compactMap { $0.userInfo[NSValidationObjectErrorKey] as? NSManagedObject }
        #expect(objects.filter { $0 === bert }.count == 3 && objects.filter { $0 === anna }.count == 1)
        #expect(bert.objectID == temporary && context.insertedObjects == [bert] && context.updatedObjects == [anna])
        #expect(try company.read(anna.objectID) { $0.value(forKey: "level") as? Int } == nil)
    }

    @Test func `an object's own methods are asked for what it is saved as`() throws {
        let (bert, cleo) = (
            company.insert("Person", "Bert", in: context), company.insert("Person", "Cleo", in: context)
        )
        try context.save()
        _ = context.journal.take()
        bert.age = 1
        context.delete(cleo)
        company.insert("Person", "Dora", in: context)
        context.journal.validate = { object, what in
            if object.title != "Anna" { throw CocoaError(.managedObjectValidation, userInfo: ["what": what]) }
        }
        let error = try #require(failure { try context.save() })
        let details = error.userInfo[NSDetailedErrorsKey] as? [NSError] ?? []
        #expect(
            error.code == 1560
                && details.compactMap { $0.userInfo["what"] as? String }.sorted() == ["delete", "insert", "update"])
        #expect(context.insertedObjects.map(\.title) == ["Dora"] && context.updatedObjects == [bert])
        #expect(context.deletedObjects == [cleo] && cleo.isDeleted)
        context.journal.validate = nil
        try context.save()
        #expect(!context.hasChanges)
    }

    @Test func `an object may refuse to be deleted, and is there then`() throws {
        context.journal.validate = { _, what in if what == "delete" { throw CocoaError(.managedObjectValidation) } }
        context.delete(anna)
        #expect(throws: CocoaError.self) { try context.save() }
        #expect(anna.isDeleted)
        context.rollback()
        #expect(!anna.isDeleted && anna.title == "Anna")
        #expect(try company.read(anna.objectID) { $0.title } == "Anna")
    }

    @Test func `new objects have the model's defaults, which are validated like all values`() throws {
        let bert = company.insert("Person", "Bert", in: context)
        #expect(bert.value(forKey: "code") as? String == "x" && bert.age == 0)
        try context.save()
        #expect(try company.read(bert.objectID) { $0.value(forKey: "code") as? String } == "x")
    }
}
