import Foundation
import Testing

/// Dates in conditions, as texts.
@Suite struct StoreDateConditionTests {
    private func names(_ condition: String) throws -> Tool.Run {
        try Tool.inFolder { folder in
            let url = folder.appendingPathComponent("Library.sqlite")
            try Library.makeClosed(at: url)
            return try Tool.run(
                "store", "fetch", url.path, "Author", "--columns", "name", "--where", condition, "--json")
        }
    }

    // Ada was born on the last day of 2000, 23:58:19.75; of Bob nobody knows.
    @Test(arguments: [
        (#"born > "2000-12-31""#, ["Ada"]), (#"born < "2000-12-31""#, []), (#""2001-01-01" > born"#, ["Ada"]),
        (#"born == "2000-12-31T23:58:19.75Z""#, ["Ada"]), (#"born != "2000-12-31T23:58:19.75Z" AND born != nil"#, []),
        (#"born < "2001-01-01T00:58:20+01:00""#, ["Ada"]), (#"born < "2001-01-01T00:58:19+01:00""#, []),
        (#"born BETWEEN {"2000-12-31", "2001-01-01"}"#, ["Ada"]),
        (#"born IN {"1999-01-01", "2000-12-31 23:58:19.75"}"#, ["Ada"]),
        (#"ANY favourites.author.born > "2000-12-31""#, ["Bob, \"the\" author"]),
        (#"SUBQUERY(books, $b, $b.author.born > "2000-12-31").@count > 0"#, ["Ada"]),
        (#"NOT (born < "2000-12-31") AND born != nil"#, ["Ada"]), (#"name == "2000-12-31""#, []),
        (#"born > CAST(-101, "NSDate")"#, ["Ada"]),
    ])
    func `a text that is compared with a date is a date by ISO 8601`(condition: String, names: [String]) throws {
        let run = try self.names(condition)
        #expect(run.status == 0, "\(run.errors)")
        #expect(try run.jsonLines().map { $0["name"] as? String } == names)
    }

    @Test(arguments: ["yesterday", "2000-02-30", "2000", "2000-12-31T25:00:00Z", "2000-12-31 and more", ""])
    func `a text that is no date is refused, with what can be written`(text: String) throws {
        let run = try names("born > \"\(text)\"")
        #expect(
            run.status == 2
                && run.errors
                    == "mainspring: --where compares born, a date, with “\(text)”, which is none. Write a date such as "
                    + "\"2024-05-09\" or \"2024-05-09T12:30:00Z\", or CAST(seconds since 2001, \"NSDate\").\n",
            "\(run)")
    }
}
