import Foundation
import Testing

@testable import MainspringFoundation

@Suite struct FailureTests {
    /// The lines that a process writes to standard error.
    private static func lines(_ result: ExitTest.Result?) -> [String] {
        String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n")
            .map(String.init).filter { $0.hasPrefix("Mainspring:") }
    }

    @Test func `without Apple's exceptions a sentence is written, once for each class and key`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let person = Person("Ada", age: 36)
            for _ in 0..<3 {
                #expect(person.value(forKey: "size") == nil)
                person.setValue(1, forKey: "size")
                person.setValue("old", forKey: "age")
                person.setValue(nil, forKey: "age")
                person.setValue(1, forKey: "born")
                #expect(person.value(forKeyPath: "a..b") == nil)
                #expect(Guest("Bob").value(forKey: "size") == nil)
            }
            #expect(person.age == 36)
        }
        let undefined =
            "Declare it in the class's keyTable, or override value(forUndefinedKey:) and setValue(_:forUndefinedKey:)."
        let expected = """
            Person has no key "size". \(undefined)
            The key "age" of Person takes a value of type Int, not old (String).
            The key "age" of Person is of type Int and cannot be nil. Override setNilValueForKey(_:) to give it a value instead.
            The key "born" of Person can only be read. Declare it with a writable key path, or with a setter.
            The key path "a..b" cannot be used: a component is empty.
            Guest has no key "size". \(undefined)
            """
        let sentences: [String] = expected.split(separator: "\n").map { "Mainspring: \($0)" }
        #expect(Self.lines(result) == sentences)
    }

    @Test func `keys from outside fill neither the log nor the memory`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let person = Person("Ada")
            for index in 0..<3000 { _ = person.value(forKey: "key \(index)") }
        }
        let lines = Self.lines(result)
        #expect(lines.count == FailureLog.limit + 1)
        #expect(lines.last == "Mainspring: No further errors of key-value coding are written.")
    }

    @Test func `the first error in a closure is thrown when the closure is done`() throws {
        let person = Person("Ada")
        var steps = 0
        #expect(throws: KeyValueError.undefinedKey("first", owner: "Person")) {
            try KeyValueError.throwing {
                #expect(person.value(forKey: "first") == nil)
                person.setValue(1, forKey: "second")
                steps += 1
            }
        }
        #expect(steps == 1)
        #expect(try KeyValueError.throwing { person.value(forKey: "name") as? String } == "Ada")
    }

    @Test func `an error of an inner closure is the inner closure's`() throws {
        let person = Person("Ada")
        try KeyValueError.throwing {
            #expect(throws: KeyValueError.self) { try KeyValuePath("size").value(of: person) }
        }
    }

    @Test func `what a closure throws itself comes first`() {
        struct Other: Error {}
        #expect(throws: Other.self) {
            try KeyValueError.throwing { () -> Void in
                _ = Person("Ada").value(forKey: "size")
                throw Other()
            }
        }
    }

    @Test func `a task that outlives the closure reports for itself`() async throws {
        let collector = FailureCollector<KeyValueError>()
        #expect(collector.collect(.notHashable("A")))
        #expect(collector.collect(.notHashable("B")))
        collector.close()
        #expect(!collector.collect(.notHashable("C")))
        #expect(collector.first == .notHashable("A"))
    }

    @Test func `every error is a sentence that ends`() {
        let errors: [KeyValueError] = [
            .undefinedKey("k", owner: "O"), .readOnlyKey("k", owner: "O"), .nilValue("k", owner: "O", expected: "T"),
            .wrongValue("k", owner: "O", expected: "T", given: "G"), .malformedPath("k", reason: "r"),
            .notACollection(operation: "@sum", given: "G"), .wrongOperand(operation: "@sum", given: "G"),
            .nilOperand(operation: "@sum"), .notComparable(operation: "@max", first: "a", second: "b"),
            .notHashable("T"), .unchangeableElement("k", given: "G"),
        ]
        for error in errors {
            #expect(error.description.hasSuffix("."))
            #expect(error.localizedDescription == error.description)
        }
    }

    @Test func `a long text is shortened in a sentence`() {
        let long = String(repeating: "x", count: 100_000)
        #expect(throws: KeyValueError.self) { try KeyValuePath("age").setValue(long, of: Person("Ada")) }
        do {
            try KeyValuePath("age").setValue(long, of: Person("Ada"))
        } catch {
            #expect("\(error)".utf8.count < 300)
        }
        do {
            _ = try KeyValuePath(long).value(of: NSObject())
        } catch {
            #expect("\(error)".utf8.count < 400)
        }
    }
}
