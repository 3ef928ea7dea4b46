import Foundation
import MainspringFoundation
import Testing

import class MainspringFoundation.NSExpression

@_spi(Tools) @testable import MainspringModel

@Suite struct ModelXMLTests {
    @Test func `everything is understood`() throws {
        let (model, notes) = try EverythingModel.read(EverythingModel.xml)
        #expect(notes == [])
        #expect(model.issues.isEmpty)
        #expect(model.entities.compactMap(\.name) == ["Account", "Entry", "Savings"])
    }

    @Test func `what was read is written as it was`() throws {
        let written = try EverythingModel.model().xmlContents()
        let lines = Set(EverythingModel.xml.split(separator: "\n"))
        #expect(written.split(separator: "\n").filter { !lines.contains($0) } == [])
        #expect(written == EverythingModel.xml)
    }

    @Test func `that a configuration is used with CloudKit is written as it was read`() throws {
        let xml = EverythingModel.xml(
            #"<entity name="A"/><configuration name="Cloud" usedWithCloudKit="YES"><memberEntity name="A"/>"#
                + #"</configuration><configuration name="Local"><memberEntity name="A"/></configuration>"#)
        let (model, notes) = try EverythingModel.read(xml)
        #expect(notes == [])
        for model in [model, try #require(model.copy() as? NSManagedObjectModel)] {
            let written = try model.xmlContents()
            #expect(written.contains(#"<configuration name="Cloud" usedWithCloudKit="YES">"#))
            #expect(written.contains(#"<configuration name="Local">"#))
        }
    }

    @Test func `what is written is read to an equal model`() throws {
        let model = try EverythingModel.model()
        let again = try EverythingModel.read(try model.xmlContents()).model
        #expect(ModelComparison(model, again).differences.map(\.description) == [])
    }

    @Test func `a model that was made in code is written and read to an equal one`() throws {
        let staff = Staff()
        let read = try EverythingModel.read(try staff.model.xmlContents())
        #expect(read.notes == [])
        #expect(ModelComparison(staff.model, read.model).differences.map(\.description) == [])
    }

    @Test(arguments: [
        ("count", -7 as Int), ("medium", 0), ("large", 9_007_199_254_740_993),
    ])
    func `default values of integers are numbers`(name: String, value: Int) throws {
        let account = try #require(try EverythingModel.model().entitiesByName["Account"])
        #expect((account.attributesByName[name]?.defaultValue as? NSNumber)?.intValue == value)
    }

    @Test(arguments: [("0", "0.0"), ("-12", "-12.0"), ("0.25", "0.25"), ("1e20", "100000000000000000000.0")])
    func `the default value of a decimal has a fraction, as Xcode writes it`(number: String, text: String) throws {
        let staff = Staff()
        staff.age.attributeType = .decimalAttributeType
        staff.age.defaultValue = NSDecimalNumber(string: number)
        #expect(try staff.model.xmlContents().contains("attributeType=\"Decimal\" defaultValueString=\"\(text)\""))
    }

    @Test func `default values of other types are of the attribute's type`() throws {
        let model = try EverythingModel.model()
        let attributes = try #require(model.entitiesByName["Account"]).attributesByName
        #expect(attributes["balance"]?.defaultValue as? NSDecimalNumber == NSDecimalNumber(string: "0.25"))
        #expect(attributes["rate"]?.defaultValue as? Double == 1.5)
        #expect(attributes["ratio"]?.defaultValue as? Float == 0.25)
        #expect(attributes["isOpen"]?.defaultValue as? Bool == true)
        #expect(attributes["name"]?.defaultValue as? String == "\"A <b>\"\nsecond line")
        #expect(attributes["born"]?.defaultValue as? Date == Date(timeIntervalSinceReferenceDate: 60))
        #expect(attributes["home"]?.defaultValue as? URL == URL(string: "https://example.org/a?b=1&c=2"))
        #expect(attributes["token"]?.defaultValue as? UUID == UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
        #expect(attributes["blob"]?.defaultValue == nil)
    }

    @Test(arguments: [
        (
            "balance",
            [
                "SELF >= CAST(\"-10.5\", \"NSDecimalNumber\")", "SELF <= CAST(\"1000\", \"NSDecimalNumber\")",
            ], ["1620", "1610"]
        ),
        ("count", ["SELF >= 1", "SELF <= 99"], ["1620", "1610"]),
        ("name", ["length >= 1", "length <= 64", "SELF MATCHES \"[A-Z].*\""], ["1670", "1660", "1680"]),
        (
            "born",
            ["SELF >= CAST(0.000000, \"NSDate\")", "SELF <= CAST(86400.500000, \"NSDate\")"], ["1640", "1630"]
        ),
    ])
    func `bounds and patterns are predicates with the codes of validation errors`(
        name: String, formats: [String], codes: [String]
    ) throws {
        let model = try EverythingModel.model()
        let attribute = try #require(model.entitiesByName["Account"]?.attributesByName[name])
        #expect(attribute.validationPredicates.map(\.predicateFormat) == formats)
        #expect(attribute.validationWarnings as? [String] == codes)
    }

    @Test func `the rules of texts can be evaluated`() throws {
        let model = try EverythingModel.model()
        let rules = try #require(model.entitiesByName["Account"]?.attributesByName["name"]).validationPredicates
        #expect(rules.allSatisfy { $0.evaluate(with: "Ada") })
        #expect(!rules[0].evaluate(with: ""))
        #expect(!rules[1].evaluate(with: String(repeating: "A", count: 65)))
        #expect(!rules[2].evaluate(with: "ada"))
    }

    @Test func `relationships have their counts, rules, order and inverses`() throws {
        let model = try EverythingModel.model()
        let entries = try #require(model.entitiesByName["Account"]?.relationshipsByName["entries"])
        #expect((entries.minCount, entries.maxCount) == (1, 12))
        #expect(entries.isOrdered)
        #expect(entries.isToMany)
        #expect(entries.deleteRule == .cascadeDeleteRule)
        #expect(entries.destinationEntity?.name == "Entry")
        #expect(entries.inverseRelationship?.inverseRelationship === entries)
        let guarantor = try #require(model.entitiesByName["Account"]?.relationshipsByName["guarantor"])
        #expect(guarantor.inverseRelationship == nil)
        #expect(guarantor.deleteRule == .noActionDeleteRule)
        #expect(guarantor.isTransient)
    }

    @Test func `where nobody has the inverse's entity the destination is asked, which is noted`() throws {
        let xml = EverythingModel.xml(
            #"<entity name="A"><relationship name="b" maxCount="1" destinationEntity="B" inverseName="a" inverseEntity="C"/></entity>"#
                + #"<entity name="B"><relationship name="a" maxCount="1" destinationEntity="A" inverseName="b"/></entity>"#
        )
        let (model, notes) = try EverythingModel.read(xml)
        #expect(model.entitiesByName["A"]?.relationshipsByName["b"]?.inverseRelationship?.name == "a")
        #expect(
            notes.count == 1
                && notes.first?.contains("there is no entity “C”, which is said to have the inverse") == true)
    }

    @Test(arguments: [("", 1), ("toMany=\"YES\"", 0), ("maxCount=\"1\"", 1), ("maxCount=\"3\"", 3)])
    func `a relationship whose greatest count the file does not say leads to one object, or to many where it says so`(
        facts: String, maxCount: Int
    ) throws {
        let relationship = "<relationship name=\"r\" optional=\"YES\" \(facts) destinationEntity=\"A\"/>"
        let model = try EverythingModel.read("<model><entity name=\"A\">\(relationship)</entity></model>").model
        #expect(model.entitiesByName["A"]?.relationshipsByName["r"]?.maxCount == maxCount)
    }

    @Test func `derived and composite attributes have their expressions and elements`() throws {
        let model = try EverythingModel.model()
        let attributes = try #require(model.entitiesByName["Account"]).attributesByName
        let shout = try #require(attributes["shout"] as? NSDerivedAttributeDescription)
        #expect(shout.derivationExpression == NSExpression(format: "uppercase:(name)"))
        let address = try #require(attributes["address"] as? NSCompositeAttributeDescription)
        #expect(address.elements.map(\.name) == ["city", "place"])
        let place = try #require(address.elements[1] as? NSCompositeAttributeDescription)
        #expect(place.elements.map(\.name) == ["latitude", "longitude"])
    }

    @Test func `a composite attribute may have its elements in it`() throws {
        let xml = EverythingModel.xml(
            """
                <entity name="A" syncable="YES">
                    <attribute name="place" optional="YES" attributeType="Composite">
                        <attribute name="x" attributeType="Double"/>
                    </attribute>
                </entity>
            """)
        let (model, notes) = try EverythingModel.read(xml)
        #expect(notes == [])
        let place = model.entitiesByName["A"]?.attributesByName["place"] as? NSCompositeAttributeDescription
        #expect(place?.elements.map(\.name) == ["x"])
        #expect(try model.xmlContents().contains("<attribute name=\"x\" attributeType=\"Double\"/>"))
    }

    @Test func `indexes, constraints, configurations and templates are there`() throws {
        let model = try EverythingModel.model()
        let account = try #require(model.entitiesByName["Account"])
        #expect(account.indexes.map(\.name) == ["byName", "byPlace", "byShout"])
        #expect(account.indexes[0].elements.map(\.isAscending) == [true, false])
        #expect(account.indexes[0].partialIndexPredicate?.predicateFormat == "isOpen == 1")
        #expect(account.indexes[1].elements.allSatisfy { $0.collationType == .rTree })
        #expect((account.indexes[2].elements[0].property as? NSExpressionDescription)?.resultType == .string)
        #expect(account.uniquenessConstraints as? [[String]] == [["name", "count"], ["token"]])
        #expect(account.compoundIndexList as? [[String]] == [["count", "large"]])
        #expect(model.configurationNames == ["Local", "Remote"])
        #expect(model.entities(forConfigurationName: "Local")?.compactMap(\.name) == ["Account", "Savings"])
        let large = try #require(model.requestTemplate(forName: "Large"))
        #expect(large.entity === model.entitiesByName["Entry"])
        #expect(large.predicate?.predicateFormat == "amount >= $LEAST")
        #expect((large.fetchLimit, large.fetchOffset, large.fetchBatchSize) == (10, 2, 20))
        #expect(large.resultType == .managedObjectIDResultType)
        #expect(!large.includesSubentities && !large.includesPropertyValues && !large.includesPendingChanges)
        #expect(!large.returnsObjectsAsFaults && large.returnsDistinctResults)
        let fetched = try #require(account.propertiesByName["large entries"] as? NSFetchedPropertyDescription)
        #expect(fetched.fetchRequestDescription?.entityName == "Entry")
    }

    @Test func `what code is to be generated stays with the descriptions`() throws {
        let model = try EverythingModel.model()
        let account = try #require(model.entitiesByName["Account"])
        #expect(account.managedObjectClassName == "Account")
        #expect(account.codeGenerationType == "category")
        #expect(account.source.isClassOfOwnModule)
        #expect(account.attributesByName["count"]?.usesScalarValueType == true)
        #expect(account.attributesByName["born"]?.usesScalarValueType == false)
        #expect(account.attributesByName["rate"]?.usesScalarValueType == nil)
        #expect(account.attributesByName["tint"]?.customClassName == "Color")
        let entry = try #require(model.entitiesByName["Entry"])
        #expect(entry.managedObjectClassName == "Entry")
        #expect(entry.moduleName == "Other")
        #expect(model.versionIdentifiers == ["7"])
        let copy = try #require(model.copy() as? NSManagedObjectModel)
        #expect(try copy.xmlContents() == EverythingModel.xml)
    }

    @Test func `what is not known is noted with its place, and left out`() throws {
        let (model, notes) = try EverythingModel.read(
            EverythingModel.xml(
                """
                    <entity name="A" futureFlag="YES">
                        <attribute name="a" attributeType="String" color="blue"/>
                        <gadget name="b"/>
                    </entity>
                    <cloud/>
                """))
        #expect(model.entitiesByName["A"]?.properties.map(\.name) == ["a"])
        #expect(
            notes == [
                "line 3, entity “A”: the attribute “futureFlag” is not known",
                "line 4, attribute “a”: the attribute “color” is not known",
                "line 5, gadget “b”: the element is not known", "line 7, cloud: the element is not known",
            ])
    }

    @Test(arguments: [
        ("Binary Data", NSAttributeType.binaryDataAttributeType), ("ObjectID", .objectIDAttributeType),
        ("Object ID", .objectIDAttributeType), ("Integer 16", .integer16AttributeType),
    ])
    func `types are known by the names of several generations`(name: String, type: NSAttributeType) throws {
        let (model, _) = try EverythingModel.read(
            EverythingModel.xml(#"<entity name="A"><attribute name="a" attributeType="\#(name)"/></entity>"#))
        #expect(model.entitiesByName["A"]?.attributesByName["a"]?.attributeType == type)
    }
}
