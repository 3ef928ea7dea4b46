import CoreData
import Testing

@testable import Atlas

@Suite struct SearchTests {
    @Test(arguments: [
        ("", "population >= 100000"), ("  ", "population >= 100000"), ("paris", "name CONTAINS[cd] \"paris\""),
        ("population > 5000000", "population > 5000000"),
        ("country.name = 'Japan' AND population<20000", "country.name == \"Japan\" AND population < 20000"),
        ("'; DROP TABLE", "name CONTAINS[cd] \"'; DROP TABLE\""),
        ("name BEGINSWITH 'Tok'", "name BEGINSWITH \"Tok\""), ("name endswith[c] 'yo'", "name ENDSWITH[c] \"yo\""),
        ("name Contains 'ky'", "name CONTAINS \"ky\""), ("name like 'T*'", "name LIKE \"T*\""),
        ("name MATCHES 'T.+'", "name MATCHES \"T.+\""),
        ("country.iso in {'JP', 'CN'}", "country.iso IN {\"JP\", \"CN\"}"),
        ("population between {5, 7}", "population BETWEEN {5, 7}"),
        // Parts of names as well.
        ("in", "name CONTAINS[cd] \"in\""), (" like", "name CONTAINS[cd] \" like\""),
        ("new indore", "name CONTAINS[cd] \"new indore\""), ("likely", "name CONTAINS[cd] \"likely\""),
    ])
    func `a search is a part of a name, or a predicate's format`(text: String, format: String) throws {
        #expect(try CountryList.predicate(of: text).predicateFormat == format)
    }

    @Test(arguments: ["population >", "= =", "population > 5 AND (", "<>", "name BEGINSWITH", "Halle in Westfalen ("])
    func `a format that cannot be read is refused with a sentence`(text: String) {
        #expect(throws: PredicateFailure.self) { try CountryList.predicate(of: text) }
    }
}
