import MainspringModel
import Testing

@testable import MainspringData

@Suite struct EntityLookupTests {
    private let company = Company()

    @Test func `the shape of an entity is looked up in the model once in a row`() throws {
        let lookup = EntityLookup()
        var count = 0
        func model() -> NSManagedObjectModel {
            count += 1
            return company.model
        }
        let person = try #require(company.entities["Person"])
        let first = lookup.shape(of: NSManagedObject.self, person, in: model())
        #expect(lookup.shape(of: NSManagedObject.self, person, in: model()) === first && count == 1)
        lookup.forgetShape()
        #expect(lookup.shape(of: NSManagedObject.self, person, in: model()) === first && count == 2)
    }

    @Test func `an entity of a copy of the model stands for the model's own`() throws {
        let lookup = EntityLookup()
        let (copy, person) = (Company.copied(), try #require(company.entities["Person"]))
        let other = try #require(copy.entities["Person"])
        #expect(other !== person)
        #expect(lookup.own(other, in: company.model) === person && lookup.own(person, in: company.model) === person)
        #expect(lookup.own(other, in: nil) == nil)
    }

    @Test func `derivations are read once of each model`() {
        let lookup = EntityLookup()
        let first = lookup.derivations(of: company.model)
        #expect(lookup.derivations(of: company.model) === first)
        #expect(lookup.derivations(of: Company.copied().model) !== first)
    }
}
