import Foundation
import MainspringModel

// Short ways to build models, since most tests need one.

func attribute(_ name: String, _ type: NSAttributeType = .stringAttributeType, default value: Any? = nil)
    -> NSAttributeDescription
{
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.attributeType = type
    attribute.defaultValue = value
    return attribute
}

func composite(_ name: String, _ elements: [NSAttributeDescription]) -> NSCompositeAttributeDescription {
    let composite = NSCompositeAttributeDescription()
    composite.name = name
    composite.elements = elements
    return composite
}

func relationship(_ name: String, to destination: NSEntityDescription?, maxCount: Int = 1)
    -> NSRelationshipDescription
{
    let relationship = NSRelationshipDescription()
    relationship.name = name
    relationship.destinationEntity = destination
    relationship.maxCount = maxCount
    return relationship
}

func entity(_ name: String, _ properties: [NSPropertyDescription] = []) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    entity.properties = properties
    return entity
}

func index(_ name: String, _ properties: NSPropertyDescription...) -> NSFetchIndexDescription {
    NSFetchIndexDescription(
        name: name, elements: properties.map { NSFetchIndexElementDescription(property: $0, collationType: .binary) })
}

func model(_ entities: NSEntityDescription...) -> NSManagedObjectModel {
    let model = NSManagedObjectModel()
    model.entities = entities
    return model
}

/// People and the companies they work for; a boss is a person.
struct Staff {
    let name = attribute("name")
    let age = attribute("age", .integer16AttributeType, default: 18)
    let employer: NSRelationshipDescription
    let employees: NSRelationshipDescription
    let person: NSEntityDescription
    let boss: NSEntityDescription
    let company: NSEntityDescription
    let model: NSManagedObjectModel

    init() {
        person = entity("Person")
        company = entity("Company")
        boss = entity("Boss", [attribute("car")])
        employer = relationship("employer", to: company)
        employees = relationship("employees", to: person, maxCount: 0)
        employer.inverseRelationship = employees
        employees.inverseRelationship = employer
        person.properties = [name, age, employer]
        person.subentities = [boss]
        person.indexes = [index("byName", name)]
        person.uniquenessConstraints = [["name", age]]
        company.properties = [attribute("title"), employees]
        model = MainspringModelTests.model(person, boss, company)
        model.setEntities([person, boss], forConfigurationName: "People")
        let request = FetchRequestDescription()
        request.entity = person
        model.setRequestTemplate(request, forName: "all")
    }

    /// The template “all”.
    var request: FetchRequestDescription? { model.requestTemplate(forName: "all") }
}
