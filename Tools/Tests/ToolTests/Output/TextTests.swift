import Foundation
import Testing

@testable import Tool

@Suite struct TextTests {
    @Test(arguments: [
        ("a\u{1B}[31mb", "a\\u{1B}[31mb"), ("line\nline", "line\\nline"), ("\u{202E}abc", "\\u{202E}abc"),
        ("日本 é", "日本 é"),
        ("tab\tend\r", "tab\\tend\\r"),
    ])
    func `nothing that moves a cursor comes to a terminal`(text: String, plain: String) {
        #expect(TerminalText.plain(text) == plain)
    }

    @Test func `wide characters take two places, and what is cut off ends with a sign`() {
        #expect(TerminalText.width("日本") == 4 && TerminalText.width("né") == 2)
        #expect(TerminalText.shortened("日本日本", to: 5) == "日本…" && TerminalText.shortened("abc", to: 3) == "abc")
    }

    @Test func `one long text does not make its column wide for all others`() {
        var table = TextTable(["name", "size"])
        let long = String(repeating: "x", count: 100_000)
        for row in [["a", "1"], [long, "2"], ["bcdef", "3"]] { table.add(row) }
        #expect(table.lines == ["name   size", "a      1", "\(long)  2", "bcdef  3"])
    }

    @Test func `JSON keeps the order of members, and every text`() throws {
        let value = JSONValue.object([
            ("z", .string("\u{1}\"\\\n\u{2028}😀")),
            ("a", .array([.null, .boolean(true), .real(.nan), .real(0.1), .integer(.min)])),
        ])
        #expect(value.line == #"{"z":"\u0001\"\\\n\u2028😀","a":[null,true,"nan",0.1,-9223372036854775808]}"#)
        #expect(try JSONSerialization.jsonObject(with: Data(value.document.utf8)) is [String: Any])
    }

    @Test(arguments: [
        (0.0, "2001-01-01T00:00:00Z"), (737_057_646.843063, "2024-05-10T18:14:06.843063Z"),
        (-0.25, "2000-12-31T23:59:59.75Z"),
        (1e300, "1e+300"), (.infinity, "inf"), (0.9999999, "2001-01-01T00:00:01Z"),
        (-63_114_076_800, "0001-01-01T00:00:00Z"), (-63_114_076_800.5, "0000-12-31T23:59:59.5Z"),
        (-63_145_612_800, "0000-01-02T00:00:00Z"), (-63_145_699_201, "-0001-12-31T23:59:59Z"),
        (252_423_993_599, "9999-12-31T23:59:59Z"), (252_423_993_600, "+10000-01-01T00:00:00Z"),
        (1e13, "+318888-05-20T17:46:40Z"), (-13_197_600_000, "1582-10-15T00:00:00Z"),
        (-13_197_600_001, "1582-10-04T23:59:59Z"), (9_007_199_254_740_994, "9.007199254740994e+15"),
    ])
    func `dates are written to the microsecond, and what has no year as seconds`(seconds: Double, text: String) {
        #expect(DateText.exact(Date(timeIntervalSinceReferenceDate: seconds)) == text)
    }

    @Test(arguments: [
        ("2001-01-01", 0.0), ("2001-01-01T00:00Z", 0), ("2001-01-01 00:00:01", 1), ("2001-01-01T00:00:01.25Z", 1.25),
        ("2001-01-01T02:00:00,5+02:00", 0.5), ("2000-12-31T22:30:00-0130", 0),
        ("2024-05-10T18:14:06.843063Z", 737_057_646.843063), ("0001-01-01", -63_114_076_800),
        ("-0001-12-31T23:59:59Z", -63_145_699_201), ("+10000-01-01", 252_423_993_600), ("1582-10-04", -13_197_686_400),
        ("+2001-01-01", 0),
    ])
    func `a date is read by ISO 8601, of Greenwich where no zone is named`(text: String, seconds: Double) {
        #expect(DateText.iso(text) == Date(timeIntervalSinceReferenceDate: seconds))
    }

    @Test func `dates are those of Foundation's calendar, and are read as they are written`() {
        // A step that comes to all times of the day and of the year.
        for seconds in stride(from: -63_114_076_800.0, to: 252_423_993_600, by: 98_765_432) {
            let date = Date(timeIntervalSinceReferenceDate: seconds)
            let text = DateText.exact(date)
            #expect(text == date.formatted(.iso8601) && DateText.iso(text) == date)
        }
    }

    @Test(arguments: [
        "", "2001", "2001-1-1", "2001-02-29", "2001-13-01", "2001-01-01T24:00:00Z", "2001-01-01T10", "2001-01-01Z",
        "2001-01-01T10:00:00Z.", "2001-01-01T10:00:00+25:00", "2001-01-01 10:61", "1e9", "٢٠٠١-٠١-٠١",
        "10000-01-01", "-43-03-15", "1582-10-05", "1900-02-29", "2001-00-01", "2001-01-00",
    ])
    func `what is no date, and what is more than one, is not read`(text: String) {
        #expect(DateText.iso(text) == nil)
    }

    @Test(arguments: [
        (["a", "b"] as [String?], "a,b\n"),
        (["a,b", "say \"x\"", "line\nline"], "\"a,b\",\"say \"\"x\"\"\",\"line\nline\"\n"),
        (["a", nil, ""], "a,,\"\"\n"), ([nil, nil], ",\n"), ([""], "\"\"\n"), ([nil], "\"\"\n"),
    ])
    func `fields of CSV are quoted where they must be, and no line is empty`(fields: [String?], line: String) {
        #expect(CSVRecord.line(fields) == line)
    }
}
