import Foundation
import MainspringFoundation
import Testing

@_spi(Tools) @testable import MainspringModel

/// What can be wrong with a model, each as a sentence.
@Suite struct ValidationTests {
    @Test func `a model without issues is valid, before and while it is used`() throws {
        let staff = Staff()
        try staff.model.validate()
        staff.model.freeze()
        try staff.model.validate()
        #expect(staff.model.issues.isEmpty)
        try NSManagedObjectModel().validate()
    }

    static let cases: [(ModelIssue.Kind, String, @Sendable (Staff) -> Void)] = [
        (.entityWithoutName, "An entity of the model \"Staff\" has no name.", { $0.boss.name = nil }),
        (
            .entityNameUsedTwice, "Two entities of the model \"Staff\" have the name \"Boss\".",
            { $0.company.name = "Boss" }
        ),
        (
            .entityOfAnotherModel, "The entity \"Company\" stands in another model as well.",
            { staff in Self.keep(model(staff.company)) }
        ),
        (
            .circularInheritance, "The entity \"Person\" inherits from itself.",
            { staff in staff.boss.subentities = [staff.person] }
        ),
        (
            .superentityOutsideModel,
            "The entity \"Boss\" inherits from \"Person\", which the model \"Staff\" does not have.",
            { $0.model.entities.removeFirst() }
        ),
        (.propertyWithoutName, "A property of the entity \"Person\" has no name.", { $0.name.name = "" }),
        (
            .propertyNameUsedTwice, "The entity \"Company\" has two properties named \"title\". Rename or remove one.",
            { $0.company.properties.append(attribute("title")) }
        ),
        (
            .propertyNameUsedTwice,
            "The entity \"Boss\" inherits from \"Person\" a property named \"age\" and has one of its own.",
            { $0.boss.properties = [attribute("age")] }
        ),
        (
            .propertyOfAnotherEntity, "The property \"car\" of the entity \"Boss\" stands in another entity as well.",
            { staff in staff.company.properties.append(staff.boss.ownProperties[0]) }
        ),
        (
            .expressionInEntity, "The entity \"Boss\" has the expression \"most\" among its properties.",
            { staff in
                let expression = NSExpressionDescription()
                expression.name = "most"
                staff.boss.properties.append(expression)
            }
        ),
        (
            .attributeWithoutType, "The attribute \"age\" of the entity \"Person\" has no type.",
            { $0.age.attributeType = .undefinedAttributeType }
        ),
        (
            .defaultValueOfWrongType,
            "The default value of the attribute \"age\" of the entity \"Person\" does not fit: \"x\"",
            { $0.age.defaultValue = "x" }
        ),
        (
            .derivedAttributeWithoutExpression, "The derived attribute \"x\" of the entity \"Boss\" does not say how",
            { staff in
                let derived = NSDerivedAttributeDescription()
                derived.name = "x"
                derived.type = .string
                staff.boss.properties.append(derived)
            }
        ),
        (
            .compositeInItself, "The composite attribute \"a.a\" of the entity \"Boss\" stands in itself.",
            { staff in
                let loop = composite("a", [])
                loop.elements = [loop]
                staff.boss.properties.append(loop)
            }
        ),
        (
            .compositeTooDeep, "stands in more than 64 others.",
            { staff in
                staff.boss.properties.append(
                    (0..<70).reduce(composite("a", [])) { inner, _ in composite("a", [inner]) })
            }
        ),
        (
            .propertyNameUsedTwice,
            "The composite attribute \"a\" of the entity \"Boss\" has two elements named \"x\".",
            { $0.boss.properties.append(composite("a", [attribute("x"), attribute("x")])) }
        ),
        (
            .propertyWithoutName, "An element of the composite attribute \"a\" of the entity \"Boss\" has no name.",
            { $0.boss.properties.append(composite("a", [attribute("")])) }
        ),
        (
            .defaultValueOfWrongType, "The default value of the attribute \"a.n\" of the entity \"Boss\" does not fit:",
            { $0.boss.properties.append(composite("a", [attribute("n", .integer16AttributeType, default: "x")])) }
        ),
        (
            .destinationMissing, "The relationship \"employer\" of the entity \"Person\" has no destination.",
            { $0.employer.destinationEntity = nil }
        ),
        (
            .destinationOutsideModel,
            "The relationship \"employer\" of the entity \"Person\" leads to the entity \"Company\", which the model",
            { $0.model.entities.removeLast() }
        ),
        (
            .inverseDoesNotMatch,
            "The relationship \"employer\" of the entity \"Person\" has the inverse \"employees\", whose own inverse is none.",
            { $0.employees.inverseRelationship = nil }
        ),
        (
            .inverseDoesNotMatch, "leads to \"Person\", but its inverse \"employees\" belongs to \"Company\".",
            { $0.employer.destinationEntity = $0.person }
        ),
        (.countsOutOfOrder, "has at least 3 and at most 1 objects.", { $0.employer.minCount = 3 }),
        (.countsOutOfOrder, "has at least -1 and at most 1 objects.", { $0.employer.minCount = -1 }),
        (
            .indexNameMissingOrUsedTwice,
            "An index of the entity \"Person\" has no name, or the name \"byName\" of another.",
            { $0.person.indexes.append(index("byName", $0.age)) }
        ),
        (
            .unknownProperty,
            "The index \"byTitle\" of the entity \"Boss\" names \"title\", which the entity does not have.",
            { $0.boss.indexes = [index("byTitle", $0.company.ownProperties[0])] }
        ),
        (
            .unknownProperty,
            "A uniqueness constraint of the entity \"Boss\" names \"x\", which the entity does not have.",
            { $0.boss.uniquenessConstraints = [["name", "x"]] }
        ),
        (
            .unknownProperty, "A uniqueness constraint of the entity \"Boss\" is empty, or has something",
            { $0.boss.uniquenessConstraints = [["name", 3]] }
        ),
        (
            .unknownProperty, "A compound index of the entity \"Boss\" names \"x\"",
            { $0.boss.compoundIndexList = [["x"]] }
        ),
        (
            .configurationEntityOutsideModel, "The configuration \"People\" has the entity \"Other\", which the model",
            { staff in
                let other = entity("Other")
                staff.model.setEntities([other], forConfigurationName: "People")
            }
        ),
        (
            .requestWithoutEntity,
            "The request of the fetch request template \"all\" is for the entity \"x\", which the model",
            { $0.model.requestTemplate(forName: "all")?.entityName = "x" }
        ),
        (
            .requestWithoutEntity,
            "The request of the fetched property \"found\" of the entity \"Boss\" is for no entity. Set an entity",
            { staff in
                let fetched = NSFetchedPropertyDescription()
                fetched.name = "found"
                staff.boss.properties.append(fetched)
            }
        ),
    ]

    /// Models that would be gone at the end of a line.
    nonisolated(unsafe) private static var kept: [NSManagedObjectModel] = []
    private static let lock = NSLock()

    static func keep(_ model: NSManagedObjectModel) { lock.withLock { kept.append(model) } }

    @Test(arguments: cases.indices)
    func `what is wrong is a sentence, and a model in use does not forget it`(number: Int) throws {
        let (kind, sentence, make) = Self.cases[number]
        let staff = Staff()
        staff.model.fileName = "Staff"
        make(staff)
        let issues = staff.model.issues
        #expect(issues.contains { $0.kind == kind && $0.description.contains(sentence) }, "\(issues)")
        #expect(issues.allSatisfy { $0.description.hasSuffix(".") })
        let error = #expect(throws: ModelValidationError.self) { try staff.model.validate() }
        #expect(error?.issues == issues)
        #expect(error?.description.contains(sentence) == true)
        staff.model.freeze()
        #expect(staff.model.isFrozen && staff.model.issues == issues)
        _ = (staff.model.debugDescription, staff.boss.slots, staff.model.versionChecksum)
        // So that what goes round is released.
        _ = staff.model.copy()
    }

    @Test func `every kind of issue has a case`() {
        let tested = Set(Self.cases.map(\.0)).union([.inheritanceTooDeep, .tooManyProperties])
        #expect(tested == Set(ModelIssue.Kind.allCases))
    }

    @Test func `an index may name a path into a composite attribute`() throws {
        let place = entity("Place", [composite("address", [attribute("city"), composite("geo", [attribute("x")])])])
        place.indexes = [
            NSFetchIndexDescription(
                name: "byCity",
                elements: ["address.city", "address.geo.x"].map {
                    NSFetchIndexElementDescription(propertyName: $0, collationType: .binary)
                })
        ]
        try model(place).validate()
        place.uniquenessConstraints = [["address.street"]]
        #expect(model(place).issues.map(\.kind) == [.unknownProperty])
    }

    @Test func `inverses may belong to what the destination inherits from`() throws {
        let staff = Staff()
        staff.employees.destinationEntity = staff.boss
        try staff.model.validate()
    }
}
