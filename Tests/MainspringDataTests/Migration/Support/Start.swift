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

    /// Vehicles, of which there are two kinds, with values of all kinds. Nobody leads to a vehicle, and it leads to nobody.
    static var fleet: Sketch {
        Sketch(entities: [
            Entity(
                name: "Vehicle",
                attributes: [
                    Attribute(name: "tag", type: .integer64AttributeType),
                    Attribute(name: "name", type: .stringAttributeType),
                    Attribute(name: "note", type: .stringAttributeType),
                    Attribute(name: "plain", type: .stringAttributeType, derivation: "lowercase:(name)"),
                    Attribute(name: "picture", type: .binaryDataAttributeType, isExternal: true),
                    Attribute(name: "stickers", type: .transformableAttributeType),
                    Attribute(
                        name: "place", type: .compositeAttributeType,
                        elements: [
                            Attribute(name: "x", type: .doubleAttributeType),
                            Attribute(name: "label", type: .stringAttributeType),
                        ]),
                ]),
            Entity(
                name: "Car", parent: "Vehicle",
                attributes: [
                    Attribute(name: "seats", type: .integer16AttributeType),
                    Attribute(name: "sketch", type: .binaryDataAttributeType),
                ], relations: [Relation(name: "garage", destination: "Garage", inverse: "cars")]),
            Entity(
                name: "Truck", parent: "Vehicle",
                attributes: [
                    Attribute(name: "load", type: .decimalAttributeType),
                    Attribute(name: "kind", type: .stringAttributeType, isOptional: false, defaultValue: "box"),
                ], relations: [Relation(name: "home", destination: "Garage")]),
            Entity(
                name: "Garage",
                attributes: [
                    Attribute(name: "tag", type: .integer64AttributeType),
                    Attribute(name: "street", type: .stringAttributeType),
                ],
                relations: [
                    Relation(name: "cars", destination: "Car", isToMany: true, isOrdered: true, inverse: "garage")
                ]),
        ])
    }

    /// Those with which each kind of change is tried.
    static var starts: [Sketch] { [.company, .fleet] }
}
