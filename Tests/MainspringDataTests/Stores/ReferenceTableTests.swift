import Foundation
import Testing

@testable import MainspringData

/// What custom stores know their objects by.
@Suite struct ReferenceTableTests {
    private static let references: [(value: any Sendable, uri: String)] = [
        (5, "5"), (Int64.max, "\(Int64.max)"), ("5", "\"5"), ("abc", "abc"), ("", "\""), ("-5", "-5"), ("#1", "\"#1"),
        ("\"", "\"\""), ("<", "\"<"), ("a/b ä", "a/b ä"), (Data([0, 255]), "<00ff"), (Data(), "<"), ("05", "05"),
    ]

    @Test func `each reference has a key, comes back by it, and stands in a URI that leads to it`() {
        let table = ReferenceTable()
        var keys: Set<Int64> = []
        for (reference, uri) in Self.references {
            let key = table.key(for: reference, 1)
            #expect(table.key(for: reference, 1) == key && keys.insert(key).inserted)
            let found = ObjectKey(store: 1, root: 1, key: key)
            #expect("\(table.reference(for: found)!)" == "\(reference)")
            #expect(table.uriKey(of: found) == uri)
            #expect(table.key(forURIKey: uri, 1) == key)
            // Another process knows the same by it, whatever its own keys are.
            let other = ReferenceTable()
            _ = other.key(for: "first", 1)
            let there = other.key(forURIKey: uri, 1)!
            #expect("\(other.reference(for: ObjectKey(store: 1, root: 1, key: there))!)" == "\(reference)")
        }
    }

    @Test func `Foundation's values are those of Swift`() {
        let table = ReferenceTable()
        #expect(table.key(for: NSNumber(value: 7), 1) == 7 && table.key(for: Int64(7), 1) == 7)
        #expect(table.key(for: NSString(string: "a"), 1) == table.key(for: "a", 1))
        #expect(table.key(for: NSData(data: Data([1])), 1) == table.key(for: Data([1]), 1))
        #expect(table.key(for: 0, 1) < 0 && table.key(for: -3, 1) < 0 && table.key(for: 1.5, 1) < 0)
    }

    @Test func `anything else that is hashable means something in this process`() {
        let table = ReferenceTable()
        let reference = Date(timeIntervalSinceReferenceDate: 1)
        let key = table.key(for: reference, 2)
        let uri = table.uriKey(of: ObjectKey(store: 1, root: 2, key: key))
        #expect(uri.hasPrefix("#") && table.key(forURIKey: uri, 2) == key)
        #expect(ReferenceTable().key(forURIKey: uri, 2) == nil && table.key(forURIKey: "#0", 2) == nil)
        for text in ["", "#x", "<0", "<xy"] { #expect(table.key(forURIKey: text, 1) == nil) }
        #expect(table.reference(for: ObjectKey(store: 1, root: 2, key: -99)) == nil)
        #expect(table.reference(for: ObjectKey(store: 1, root: 2, key: .min)) == nil)
    }

    @Test func `a reference that cannot be compared ends the program with a sentence`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            struct Odd {}
            _ = ReferenceTable().key(for: Odd(), 1)
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("must be a string, a number, data or something else that is Hashable; Odd is not"))
    }
}
