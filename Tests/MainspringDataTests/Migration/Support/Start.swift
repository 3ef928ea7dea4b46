import Foundation
import MainspringModel

/// Models to begin with.
extension Sketch {
    /// People in departments, with projects, badges and pets; managers are people.
    static var company: Sketch {
        Sketch(entities: [
            Entity(
                name: "Department",
                attributes: [
                    Attribute(name: "tag", type: .integer64AttributeType),
                    Attribute(name: "name", type: .stringAttributeType),
                    Attribute(name: "opened", type: .dateAttributeType),
                ],
                relations: [
                    Relation(
                        name: "people", destination: "Person", isToMany: true, isOrdered: true, inverse: "department"),
                    Relation(name: "head", destination: "Manager"),
                ]),
            Entity(
                name: "Person",
                attributes: [
                    Attribute(name: "tag", type: .integer64AttributeType),
                    Attribute(name: "name", type: .stringAttributeType),
                    Attribute(name: "age", type: .integer16AttributeType, isOptional: false, defaultValue: 0),
                    Attribute(name: "pay", type: .decimalAttributeType),
                    Attribute(name: "photo", type: .binaryDataAttributeType),
                ],
                relations: [
                    Relation(name: "department", destination: "Department", inverse: "people"),
                    Relation(name: "projects", destination: "Project", isToMany: true, inverse: "members"),
                    Relation(name: "badge", destination: "Badge", inverse: "owner"),
                    Relation(name: "friends", destination: "Person", isToMany: true, inverse: "befriended"),
                    Relation(name: "befriended", destination: "Person", isToMany: true, inverse: "friends"),
                ], indexes: ["name"]),
            Entity(
                name: "Manager", parent: "Person",
                attributes: [
                    Attribute(name: "title", type: .stringAttributeType),
                    Attribute(name: "bonus", type: .doubleAttributeType),
                ]),
            Entity(
                name: "Worker", parent: "Person",
                attributes: [
                    Attribute(name: "shift", type: .booleanAttributeType),
                    Attribute(name: "grade", type: .stringAttributeType),
                ]),
            Entity(
                name: "Project",
                attributes: [
                    Attribute(name: "tag", type: .integer64AttributeType),
                    Attribute(name: "page", type: .URIAttributeType),
                ],
                relations: [
                    Relation(
                        name: "members", destination: "Person", isToMany: true, isOrdered: true, inverse: "projects"),
                    Relation(name: "labels", destination: "Badge", isToMany: true),
                ]),
            Entity(
                name: "Badge",
                attributes: [
                    Attribute(name: "tag", type: .integer64AttributeType),
                    Attribute(name: "code", type: .UUIDAttributeType),
                ], relations: [Relation(name: "owner", destination: "Person", inverse: "badge")],
                unique: [["code"]]),
        ])
    }
}
