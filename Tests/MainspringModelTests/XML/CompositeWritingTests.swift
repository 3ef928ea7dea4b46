import MainspringModel
import Testing

/// Composite attributes that XML has no place for.
@Suite struct CompositeWritingTests {
    private static func xml(_ attribute: NSAttributeDescription) throws -> String {
        attribute.isOptional = true
        let model = NSManagedObjectModel()
        model.entities = [entity("House", [attribute])]
        return try model.xmlContents()
    }

    @Test func `a composite attribute without elements is not written, since it could not be read`() throws {
        let error = #expect(throws: ModelFileError.self) { try Self.xml(composite("place", [])) }
        #expect(error?.reason == "the composite attribute “place” has no elements; give it some")
    }

    @Test func `an attribute of the composite type that is none is not written`() throws {
        let error = #expect(throws: ModelFileError.self) { try Self.xml(attribute("place", .compositeAttributeType)) }
        #expect(error?.reason.contains("“place”") == true || error?.reason.contains("\"place\"") == true)
    }

    @Test func `a composite attribute with elements is written`() throws {
        #expect(try Self.xml(composite("place", [attribute("street")])).contains("\"street\""))
    }
}
