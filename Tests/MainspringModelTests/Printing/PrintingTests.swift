import Foundation
import MainspringFoundation
import MainspringModel
import Testing

/// Models as text.
@Suite struct PrintingTests {
    @Test func `a model is printed with all that is in it, by the names of the entities`() {
        let staff = Staff()
        staff.model.versionIdentifiers = ["2", "1"]
        staff.boss.isAbstract = true
        staff.boss.renamingIdentifier = "Chief"
        staff.company.managedObjectClassName = "App.Company"
        staff.company.userInfo = ["b": 1, "a": "x"]
        staff.age.isOptional = false
        staff.employees.minCount = 1
        staff.employees.isOrdered = true
        staff.employees.deleteRule = .cascadeDeleteRule
        staff.person.indexes[0].partialIndexPredicate = NSPredicate(format: "age > 3")
        staff.company.properties.append(composite("address", [attribute("city", default: "Rome")]))
        let derived = NSDerivedAttributeDescription()
        derived.name = "count"
        derived.type = .integer64
        derived.derivationExpression = NSExpression(format: "employees.@count")
        staff.company.properties.append(derived)
        #expect(
            staff.model.debugDescription == """
                model, version 1, 2, 3 entities
                    configurations People: Boss, Person
                    fetchRequestTemplates all: fetch Person
                abstract entity Boss: Person, 1 property of its own
                    renamingIdentifier Chief
                    attribute car: optional, String
                entity Company, 4 properties of its own
                    managedObjectClassName App.Company
                    userInfo [a: "x", b: 1]
                    attribute title: optional, String
                    relationship employees: optional, 1...* Person, ordered, inverse employer, delete rule Cascade
                    composite attribute address: optional, Composite
                        city: optional, String, default "Rome"
                    derived attribute count: optional, Integer 64, = employees.@count
                entity Person, 3 properties of its own
                    uniquenessConstraints (name, age)
                    attribute name: optional, String
                    attribute age: Integer 16, default 18
                    relationship employer: optional, 0...1 Company, inverse employees, delete rule Nullify
                    index byName on (name) where age > 3
                """)
    }

    @Test func `each description is a line`() {
        let staff = Staff()
        staff.model.fileName = "Staff"
        #expect(staff.model.description == "model \"Staff\", 3 entities")
        #expect(staff.boss.description == "entity Boss: Person, 1 property of its own")
        #expect(staff.age.description == "attribute Person.age: optional, Integer 16, default 18")
        #expect(attribute("x").description == "attribute x: optional, String")
        #expect(staff.person.indexes[0].description == "index byName on (name)")
        let element = NSFetchIndexElementDescription(property: staff.age, collationType: .rTree)
        element.isAscending = false
        #expect(element.description == "age rTree descending")
        #expect(relationship("r", to: nil).description == "relationship r: optional, delete rule Nullify")
    }

    @Test func `texts do not depend on the order in which things were made`() {
        let first = Staff()
        let second = Staff()
        second.model.entities.reverse()
        first.person.userInfo = Dictionary(uniqueKeysWithValues: (0..<50).map { ("\($0)", $0) })
        second.person.userInfo = Dictionary(uniqueKeysWithValues: (0..<50).reversed().map { ("\($0)", $0) })
        #expect(first.model.debugDescription == second.model.debugDescription)
    }
}
