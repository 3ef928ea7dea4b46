import CoreData
import Testing

@testable import Atlas

@Suite struct SearchTests {
    @Test(arguments: [
        ("", "population >= 100000"), ("  ", "population >= 100000"), ("paris", "name CONTAINS[cd] \"paris\""),
        ("population > 5000000", "population > 5000000"),
        ("country.name = 'Japan' AND population<20000", "country.name == \"Japan\" AND population < 20000"),
        ("'; DROP TABLE", "name CONTAINS[cd] \"'; DROP TABLE\""),
    ])
    func `a search is a part of a name, or a predicate's format`(text: String, format: String) throws {
        #expect(try CountryList.predicate(of: text).predicateFormat == format)
    }

    @Test(arguments: ["population >", "= =", "population > 5 AND (", "<>"])
    func `a format that cannot be read is refused with a sentence`(text: String) {
        #expect(throws: PredicateFailure.self) { try CountryList.predicate(of: text) }
    }
}
