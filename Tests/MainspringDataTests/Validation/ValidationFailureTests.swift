import Foundation
import MainspringData
import MainspringFoundation
import MainspringModel
import Testing

import class MainspringFoundation.NSPredicate

/// What the errors of validation say, and how several become one.
@Suite struct ValidationFailureTests {
    private struct OwnError: Error, Equatable {
        let text: String
    }

    @Test func `an error names the object, the key, the value and the predicate`() throws {
        let object = Subject()
        let attribute = Ruled.attribute(.stringAttributeType, isOptional: false, ("length >= 2", ""))
        let short = try #require(failure { try PropertyValidator(attribute).validate("a", of: object) })
        #expect(short.domain == NSCocoaErrorDomain && short.code == NSValidationStringTooShortError)
        #expect(short.localizedDescription == "name is too short.")
        #expect(short.userInfo["NSValidationErrorObject"] as? Subject === object)
        #expect(short.userInfo["NSValidationErrorKey"] as? String == "name")
        #expect(short.userInfo["NSValidationErrorValue"] as? String == "a")
        let predicate = try #require(short.userInfo["NSValidationErrorPredicate"] as? NSPredicate)
        #expect(predicate == attribute.validationPredicates.first)
        let missing = try #require(failure { try PropertyValidator(attribute).validate(nil, of: object) })
        #expect(missing.localizedDescription == "name is a required value.")
        #expect(
            Set(missing.userInfo.keys) == [
                NSLocalizedDescriptionKey, NSValidationObjectErrorKey, NSValidationKeyErrorKey,
            ])
    }

    @Test func `an error is caught as CocoaError, by its code and as NSError`() throws {
        let attribute = Ruled.attribute(.stringAttributeType, isOptional: false, ("length >= 2", ""))
        let object = Subject()
        do {
            try PropertyValidator(attribute).validate("a", of: object)
        } catch let error as CocoaError {
            #expect(error.code == .validationStringTooShort && error.isValidationError)
            #expect(error.validationObject as? Subject === object && error.validationKey == "name")
            #expect(error.validationValue as? String == "a")
            #expect(error.validationPredicate?.predicateFormat == "length >= 2")
            #expect(error.localizedDescription == "name is too short.")
        }
        var isCaught = false
        do {
            try PropertyValidator(attribute).validate(nil, of: object)
        } catch CocoaError.validationMissingMandatoryProperty { isCaught = true }
        #expect(isCaught)
    }

    @Test func `names and warnings are those of the model's localization, the more special one first`() throws {
        let attribute = Ruled.attribute(.integer16AttributeType, isOptional: false, ("SELF > 0", "Not positive"))
        let entity = Part.entity("Animal")
        entity.properties = [attribute]
        let model = Part.model([entity])
        let validator = PropertyValidator(attribute)
        func description(_ value: Any?) -> String? {
            failure { try validator.validate(value, of: Subject()) }?.localizedDescription
        }
        #expect(description(nil) == "name is a required value." && description(0) == "Not positive")
        model.localizationDictionary = ["Property/name": "Name", "ErrorString/Not positive": "Nicht positiv"]
        #expect(description(nil) == "Name is a required value." && description(0) == "Nicht positiv")
        model.localizationDictionary?["Property/name/Entity/Animal"] = "Nom"
        #expect(description(nil) == "Nom is a required value.")
        #expect(
            failure { try validator.validate(nil, of: Subject()) }?.userInfo[NSValidationKeyErrorKey] as? String
                == "name")
    }

    @Test func `one failure is thrown as it is, several as one error, and none not at all`() throws {
        var failures = ValidationFailures()
        try failures.check()
        failures.collect { throw OwnError(text: "own") }
        #expect(throws: OwnError(text: "own")) { try failures.check() }
        failures.collect {}
        let attribute = Ruled.attribute(.stringAttributeType, ("length >= 2", ""), ("SELF MATCHES '[a-z]+'", ""))
        failures.collect { try PropertyValidator(attribute).validate("A", of: Subject()) }
        let error = try #require(failure { try failures.check() })
        #expect(error.domain == NSCocoaErrorDomain && error.code == NSValidationMultipleErrorsError)
        #expect(error.localizedDescription == "Multiple validation errors occurred.")
        let details = try #require(error.userInfo["NSDetailedErrors"] as? [any Error])
        #expect(details.count == 3)
        let errors = try #require(error.userInfo[NSDetailedErrorsKey] as? [NSError])
        #expect(errors[0].userInfo[NSUnderlyingErrorKey] as? OwnError == OwnError(text: "own"))
        #expect(errors[0].localizedDescription == OwnError(text: "own").localizedDescription)
        #expect(errors.dropFirst().map(\.code) == [1670, 1680])
    }

    @Test func `errors that Foundation bridges are details as they are`() throws {
        var failures = ValidationFailures()
        failures.add(CocoaError(.fileNoSuchFile))
        failures.add(NSError(domain: "Own", code: 7))
        let error = try #require(failures.combined as? NSError)
        let details = try #require(error.userInfo[NSDetailedErrorsKey] as? [NSError])
        #expect(details.map(\.code) == [CocoaError.fileNoSuchFile.rawValue, 7])
        #expect(details.allSatisfy { $0.userInfo[NSUnderlyingErrorKey] == nil })
    }

    @Test func `an error of several is taken apart where it is added, and one without details stays`() throws {
        let inner = CoreDataError.make(1560, userInfo: [NSDetailedErrorsKey: [CoreDataError.make(1570)] as NSArray])
        var failures = ValidationFailures()
        failures.add(inner)
        failures.add(CoreDataError.make(1560))
        failures.add(CoreDataError.make(1560, userInfo: [NSDetailedErrorsKey: "none"]))
        #expect(failures.errors.map { ($0 as NSError).code } == [1570, 1560, 1560])
    }

    @Test func `a deletion is denied by all relationships that deny it`() throws {
        let entity = Part.entity("Animal")
        let names = ["first", "second", "third"]
        entity.properties = names.map { name in
            let relationship = Ruled.relationship(toMany: name != "third")
            (relationship.name, relationship.deleteRule) = (
                name, name == "second" ? .nullifyDeleteRule : .denyDeleteRule
            )
            return relationship
        }
        let model = Part.model([entity])
        let validator = EntityValidator(entity)
        let object = Subject()
        let other = Subject()
        try validator.validateDeletion(of: object) { _ in nil }
        try validator.validateDeletion(of: object) { $0.name == "second" ? NSSet(object: other) : nil }
        try validator.validateDeletion(of: object, read: { _ in other }, isDeleted: { $0 === other })
        let error = try #require(
            failure { try validator.validateDeletion(of: object) { $0.name == "third" ? other : NSSet(object: other) } }
        )
        #expect((error.userInfo[NSDetailedErrorsKey] as? [NSError])?.map(\.code) == [1600, 1600])
        _ = model
    }
}
