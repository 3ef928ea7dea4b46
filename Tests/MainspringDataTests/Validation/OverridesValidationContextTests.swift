import Foundation
import MainspringData
import MainspringModel
import Testing

/// Trims names, whoever asks it.
class Trimming: NSManagedObject {
    override func validateValue(_ value: inout Any?, forKey key: String) throws {
        if key == "name" { value = (value as? String)?.trimmingCharacters(in: .whitespaces) }
        try super.validateValue(&value, forKey: key)
    }
}

/// As a class that is generated for an entity whose parent's class is written by hand: that one is asked for it.
class Generated: Trimming {
    override class var overridesValidation: Bool { self != Generated.self || Trimming.overridesValidation }
}

/// Says that nobody is to ask it.
class Unasked: Trimming {
    override class var overridesValidation: Bool { self != Unasked.self }
}

/// Does not say so.
final class HeirOfUnasked: Unasked {}

/// Whose objects a save asks what is wrong with their values.
@Suite struct OverridesValidationContextTests {
    private func person(_ className: String) -> (NSManagedObjectContext, NSManagedObject) {
        let company = Company { _, entities in
            let code = Part.attribute("code", .stringAttributeType, default: "x")
            code.isOptional = false
            entities["Person"]!.properties.append(code)
            entities["Person"]!.managedObjectClassName = className
        }
        let context = company.context()
        return (context, company.insert("Person", " Anna ", in: context))
    }

    @Test(
        arguments: [
            ("MainspringDataTests.Trimming", "Anna"), ("MainspringDataTests.Generated", "Anna"),
            ("MainspringDataTests.Unasked", " Anna "), ("MainspringDataTests.HeirOfUnasked", "Anna"),
            ("NSManagedObject", " Anna "),
        ])
    func `a class is asked, unless it says itself that it overrides nothing`(className: String, saved: String) throws {
        let (context, anna) = person(className)
        try context.save()
        #expect(anna.value(forKey: "name") as? String == saved)
        anna.setValue(" Anne ", forKey: "name")
        try context.save()
        #expect((anna.value(forKey: "name") as? String)?.contains(" ") == saved.contains(" "))
    }

    @Test(
        arguments: ["MainspringDataTests.Trimming", "MainspringDataTests.Unasked", "NSManagedObject"], [false, true])
    func `what the model demands is demanded of all`(className: String, isNew: Bool) throws {
        let (context, anna) = person(className)
        if !isNew { try context.save() }
        anna.setValue(nil, forKey: "code")
        let error = failure { try context.save() }
        #expect(error?.code == NSValidationMissingMandatoryPropertyError)
        #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == "code")
        #expect(context.hasChanges)
    }
}
