import Foundation
import Testing

@testable import MainspringModel

/// Where properties are found by their names.
@Suite struct SlotNamesTests {
    /// Short ones, which lie in the string itself, long ones, which lie elsewhere, and those of other scripts.
    static let names = [
        "a", "name", "fifteen letters", "sixteen letters!", "aPropertyWhoseNameIsLongerThanAStringIs", "größe", "名前",
        "",
    ]
    let slots = SlotNames(names)

    @Test(arguments: names) func `a name is found however its string came to be`(name: String) throws {
        let slot = try #require(Self.names.firstIndex(of: name))
        #expect(slots[name] == slot)
        #expect(slots[name.split(separator: "", omittingEmptySubsequences: true).joined()] == slot)
        #expect(slots[String(decoding: Array(name.utf8), as: UTF8.self)] == slot)
        #expect(slots[NSString(string: name) as String] == slot)
        #expect(slots[name.decomposedStringWithCanonicalMapping] == slot)
        #expect(slots[String(("x" + name).dropFirst())] == slot)
    }

    @Test(arguments: names) func `a name that begins, ends or is written otherwise is not found`(name: String) {
        #expect(slots[name + "\0"] == nil && slots[" " + name] == nil)
        #expect(name == name.uppercased() || slots[name.uppercased()] == nil)
    }

    @Test func `of two with one name the first is found`() {
        #expect(SlotNames(["b", "a", "b"])["b"] == 0)
        #expect(SlotNames([])["b"] == nil)
    }

    @Test func `each of a thousand is found`() {
        let many = (0..<1_000).map { "property\($0)" }
        let slots = SlotNames(many)
        #expect(many.indices.allSatisfy { slots["property\($0)"] == $0 } && slots["property1000"] == nil)
    }
}
