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
    ])
    func `dates are written to the microsecond, and what has no year as seconds`(seconds: Double, text: String) {
        #expect(DateText.exact(Date(timeIntervalSinceReferenceDate: seconds)) == text)
    }

    @Test(arguments: [
        ("2001-01-01", 0.0), ("2001-01-01T00:00Z", 0), ("2001-01-01 00:00:01", 1), ("2001-01-01T00:00:01.25Z", 1.25),
        ("2001-01-01T02:00:00,5+02:00", 0.5), ("2000-12-31T22:30:00-0130", 0),
        ("2024-05-10T18:14:06.843063Z", 737_057_646.843063),
    ])
    func `a date is read by ISO 8601, of Greenwich where no zone is named`(text: String, seconds: Double) {
        #expect(DateText.iso(text) == Date(timeIntervalSinceReferenceDate: seconds))
    }

    @Test(arguments: [
        "", "2001", "2001-1-1", "2001-02-29", "2001-13-01", "2001-01-01T24:00:00Z", "2001-01-01T10", "2001-01-01Z",
        "2001-01-01T10:00:00Z.", "2001-01-01T10:00:00+25:00", "2001-01-01 10:61", "1e9", "٢٠٠١-٠١-٠١",
    ])
    func `what is no date, and what is more than one, is not read`(text: String) {
        #expect(DateText.iso(text) == nil)
    }

    @Test(arguments: [
        (["a", "b"], "a,b\n"), (["a,b", "say \"x\"", "line\nline"], "\"a,b\",\"say \"\"x\"\"\",\"line\nline\"\n"),
        ([""], "\n"),
    ])
    func `fields of CSV are quoted where they must be`(fields: [String], line: String) {
        #expect(CSVRecord.line(fields) == line)
    }
}
