import Foundation
import MainspringData
import MainspringFoundation
import MainspringModel
import Testing

/// What attributes take by key.
@Suite struct AttributeValueTests {
    /// An object with a composite attribute that has another one in it; the model is kept by it.
    private func place() -> NSManagedObject {
        let (inner, outer) = (NSCompositeAttributeDescription(), NSCompositeAttributeDescription())
        (inner.name, outer.name) = ("position", "address")
        inner.elements = [Part.attribute("x", .doubleAttributeType)]
        outer.elements = [
            Part.attribute("street", .stringAttributeType), Part.attribute("number", .integer16AttributeType), inner,
        ]
        let entity = Part.entity("Place")
        entity.properties = [outer]
        let model = Part.model([entity])
        return withExtendedLifetime(model) { NSManagedObject(entity: entity, insertInto: nil) }
    }

    private func address(of place: NSManagedObject) -> NSDictionary? {
        (place.value(forKey: "address") as? [String: Any]).map { $0 as NSDictionary }
    }

    @Test func `a composite takes values of its elements, converted`() {
        let place = place()
        place.setValue(["street": "A", "number": 3.0, "position": ["x": 1]] as [String: Any], forKey: "address")
        #expect(address(of: place) == ["street": "A", "number": 3, "position": ["x": 1.0]])
        place.setValue(["street": NSNull()] as NSDictionary, forKey: "address")
        #expect(address(of: place) == [:])
        place.setValue(nil, forKey: "address")
        #expect(place.value(forKey: "address") == nil)
    }

    @Test(arguments: [
        (["bad": 1] as [String: any Sendable], "address.bad"), (["number": "many"], "address.number"),
        (["position": ["y": 2]], "address.position.y"), (["position": 3], "address.position"),
    ])
    func `a composite refuses what is none of its elements, and names it`(
        _ value: [String: any Sendable], _ named: String
    ) {
        let place = place()
        place.setValue(["street": "A"], forKey: "address")
        let error = #expect(throws: KeyValueError.self) {
            try KeyValueError.throwing { place.setValue(value, forKey: "address") }
        }
        #expect(error?.description.contains("\"\(named)\"") == true, "\(error?.description ?? "")")
        #expect(address(of: place) == ["street": "A"])
    }

    @Test func `a composite refuses what is no dictionary of texts`() {
        let place = place()
        for value in [3, [1: 2], ["a"]] as [any Sendable] {
            #expect(throws: KeyValueError.self) {
                try KeyValueError.throwing { place.setValue(value, forKey: "address") }
            }
        }
    }

    @Test(arguments: [(1.9, 1), (-1.9, -1), (32_767.5, 32_767)])
    func `an integer takes the whole part of a number`(_ value: Double, _ expected: Int) {
        let animal = Zoo().makeAnimal()
        animal.setValue(value, forKey: "legs")
        #expect(animal.value(forKey: "legs") as? Int == expected)
    }
}
