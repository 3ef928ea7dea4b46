import Foundation
import MainspringFoundation
import Testing

import class MainspringFoundation.NSPredicate

@_spi(Tools) @testable import MainspringModel

/// What a model may say and its XML has no place for: it is refused with a sentence, and never left out.
@Suite struct UnwritableXMLTests {
    /// Something that a model says, and what the refusal names.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let named: [String]
        let change: @Sendable (Staff) throws -> Void

        init(_ testDescription: String, naming named: String..., change: @escaping @Sendable (Staff) throws -> Void) {
            self.testDescription = testDescription
            self.named = named
            self.change = change
        }
    }

    static let refused = [
        Case("two version identifiers", naming: "version identifiers", "“1”", "“2”") {
            $0.model.versionIdentifiers = ["1", "2"]
        },
        Case("a version identifier that is a number", naming: "version identifier", "7") {
            $0.model.versionIdentifiers = [7]
        },
        Case("names for the user's eyes", naming: "localizationDictionary") {
            $0.model.localizationDictionary = ["Entity/Person": "Mensch"]
        },
        Case("a warning of one's own", naming: "“name”", "“Person”", "length >= 1", "“too short”") {
            $0.name.setValidationPredicates(
                [try NSPredicate(parsing: "length >= 1")], withValidationWarnings: ["too short"])
        },
        Case("the code of another rule", naming: "“age”", "SELF <= 99", "“1620”") {
            $0.age.setValidationPredicates([try NSPredicate(parsing: "SELF <= 99")], withValidationWarnings: ["1620"])
        },
        Case("a rule for a relationship", naming: "“employer”", "SELF != nil") {
            $0.employer.setValidationPredicates(
                [try NSPredicate(parsing: "SELF != nil")], withValidationWarnings: ["1570"])
        },
        Case("the class of an attribute's values", naming: "“name”", "“Color”") {
            $0.name.attributeType = .transformableAttributeType
            $0.name.attributeValueClassName = "Color"
        },
        Case("a request that refreshes", naming: "“all”") {
            $0.request?.shouldRefreshRefetchedObjects = true
        },
        Case("a request for certain stores", naming: "“all”") {
            $0.request?.affectedStores = [NSObject()]
        },
        Case("a request with a negative limit", naming: "“all”") {
            $0.request?.fetchLimit = -1
        },
        Case("a number without end", naming: "“age”") {
            $0.age.attributeType = .doubleAttributeType
            $0.age.defaultValue = Double.infinity
        },
        Case("no number", naming: "“age”") {
            $0.age.attributeType = .decimalAttributeType
            $0.age.defaultValue = NSDecimalNumber.notANumber
        },
        Case("an instant without end", naming: "“age”") {
            $0.age.attributeType = .dateAttributeType
            $0.age.defaultValue = Date(timeIntervalSinceReferenceDate: .infinity)
        },
        Case("a bound without end", naming: "“age”", "SELF <= ") {
            $0.age.attributeType = .doubleAttributeType
            $0.age.defaultValue = nil
            $0.age.setValidationPredicates(
                [NSPredicate(format: "SELF <= %@", NSNumber(value: Double.infinity))], withValidationWarnings: nil)
        },
        Case("a character that XML does not have", naming: "defaultValueString", "U+0001") {
            $0.name.defaultValue = "a\u{1}b"
        },
    ]

    @Test(arguments: refused)
    func `what XML has no place for is refused by name`(refused: Case) throws {
        let staff = Staff()
        try refused.change(staff)
        #expect(staff.model.issues.isEmpty)
        let error = #expect(throws: ModelFileError.self) { try staff.model.xmlContents() }
        let sentence = error?.description ?? ""
        for name in refused.named { #expect(sentence.contains(name), "\(sentence)") }
        #expect(sentence.hasSuffix("."))
    }

    static let written = [
        Case("no version identifier") { $0.model.versionIdentifiers = [] },
        Case("an empty version identifier beside one") { $0.model.versionIdentifiers = ["", "1"] },
        Case("no name for the user's eyes") { $0.model.localizationDictionary = [:] },
        Case("the code that a rule has") {
            $0.name.setValidationPredicates([try NSPredicate(parsing: "length >= 1")], withValidationWarnings: ["1670"])
        },
        Case("a fetched property that is transient") {
            let mates = NSFetchedPropertyDescription()
            mates.name = "mates"
            mates.isTransient = true
            mates.fetchRequestDescription = FetchRequestDescription(entityName: "Person")
            $0.person.properties.append(mates)
        },
        Case("characters that have a meaning in XML") { $0.name.defaultValue = "<a & \"b\">\t\r\n\u{85}\u{FFFD}" },
    ]

    @Test(arguments: written)
    func `what XML has a place for is written and read`(written: Case) throws {
        let staff = Staff()
        try written.change(staff)
        let read = try EverythingModel.read(try staff.model.xmlContents())
        #expect(read.notes == [])
        #expect(ModelComparison(staff.model, read.model).differences.map(\.description) == [])
    }

    @Test func `a rule without a warning is written, and has the code of its kind when it is read`() throws {
        let staff = Staff()
        staff.name.setValidationPredicates([try NSPredicate(parsing: "length >= 1")], withValidationWarnings: nil)
        let read = try EverythingModel.read(try staff.model.xmlContents()).model
        #expect(read.entitiesByName["Person"]?.attributesByName["name"]?.validationWarnings as? [String] == ["1670"])
    }

    @Test func `of two composites with one name and other elements none is left out`() throws {
        let model = try EverythingModel.model()
        let account = try #require(model.entitiesByName["Account"])
        let home = try #require(account.attributesByName["address"] as? NSCompositeAttributeDescription)
        let work = try #require(home.copy() as? NSCompositeAttributeDescription)
        work.name = "work"
        account.properties.append(work)
        #expect(try model.xmlContents().contains("name=\"work\""))
        work.elements.append(attribute("room"))
        let error = #expect(throws: ModelFileError.self) { try model.xmlContents() }
        #expect(error?.reason.contains("“Address”") == true)
    }
}
