import Foundation
import MainspringFoundation
import Testing

/// What stops the program, with a sentence.
@Suite struct BrokenRuleTests {
    private func expect(
        _ result: ExitTest.Result?, says sentence: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("Mainspring: " + sentence), sourceLocation: sourceLocation)
    }

    private final class Thing {
        var size = 1
    }

    @Test(arguments: ["", "a.b", "@a"]) func `a key is a single component of a path`(name: String) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [name = name as String] in
            _ = KeyTable(Thing.self) { $0.add(name, \.size) }
        }
        expect(
            result,
            says:
                "\"\(name)\" cannot be a key of Thing. Use a name without dots that is not empty and does not begin with @."
        )
    }

    @Test func `a key is declared once`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = KeyTable(Thing.self) {
                $0.add("size", \.size)
                $0.add("size", get: { _ in 5 })
            }
        }
        expect(result, says: "The key \"size\" of Thing is declared twice. Remove one of the two.")
    }

    @Test func `a member is declared once`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = StructureMembers<Turn> {
                $0.add("x", \.x)
                $0.add("x", \.z)
            }
        }
        expect(result, says: "The member \"x\" of Turn is declared twice. Remove one of the two.")
    }

    @Test(arguments: ["", "a..b", ".a", "@count"]) func `a member's name is components of a path`(name: String) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [name = name as String] in
            _ = StructureMembers<Turn> { $0.add(name, \.x) }
        }
        expect(result, says: "\"\(name.hasPrefix("@") ? name : "")\" cannot be a key of Turn.")
    }

    @Test func `a class does not declare another class's keys`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            final class Impostor: KeyValueCoding {
                static let keyTable = KeyTable(Thing.self) { $0.add("size", \.size) }
            }
            _ = Impostor().value(forKey: "size")
        }
        expect(
            result,
            says: "The keyTable of Impostor is one of Thing. Make it as KeyTable(Impostor.self) { … }.")
    }

    @Test func `an entry is used with objects of its class`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let entry = KeyTable.of(Employee.self)["number"]?.typed(as: UInt8.self)
            _ = entry?.get(from: Person("Ada"))
        }
        expect(
            result,
            says:
                "The key \"number\" is not one of Person. Use the entry with objects of the class whose table it is from."
        )
    }

    @Test func `what can only be read is not set through its entry, its path or its member`() async {
        var result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            KeyTable.of(Person.self)["born"]?.typed(as: Int.self)?.set(1, on: Person("Ada"))
        }
        expect(result, says: "The key \"born\" can only be read. Ask isWritable before setting it.")
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try KeyValuePath("turn.sum").resolved(for: Address.self, as: Double.self)?.set(1, on: Address("Rome"))
        }
        expect(result, says: "The key path \"turn.sum\" of Address can only be read. Ask isWritable before setting it.")
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var turn = Turn()
            Turn.keyValueMembers.access("sum", as: Double.self)?.set(1, in: &turn)
        }
        expect(result, says: "This member of Turn can only be read. Ask isWritable before setting it.")
    }
}
