import Foundation
import MainspringFoundation
import SeededRandom
import Testing

/// Formats that cannot be read, and where.
@Suite struct FormatErrorTests {
    struct Bad: CustomTestStringConvertible {
        let format: String
        let offset: Int
        let says: String

        init(_ format: String, _ offset: Int, _ says: String) {
            self.format = format
            self.offset = offset
            self.says = says
        }

        var testDescription: String { format }
    }

    static let formats = [
        Bad("", 0, "Expected a value, a key path or a function, found the end."),
        Bad("age", 3, "an expression alone is no predicate, found the end."),
        Bad("age ==", 6, "Expected a value, a key path or a function, found the end."),
        Bad("age == 1 name", 9, "Expected AND, OR or the end, found “name”."),
        Bad("(age == 1", 9, "Expected AND, OR or “)”, found the end."),
        Bad("age == 1)", 8, "Expected AND, OR or the end, found “)”."),
        Bad("name == 'Anna", 8, "Expected a ' that ends the text, found the end."),
        Bad("name ==[q] 'a'", 8, "Expected the options c, d, l or n, found “q”."),
        Bad("%@ == 1", 0, "There is no argument for %@."),
        Bad("a == 1 AND %K == 1", 11, "There is no argument for %K."),
        Bad("a.@foo == 1", 0, "The key path “a.@foo” cannot be read: there is no operator @foo."),
        Bad("foo(1) == 2", 0, "There is no function foo of 1 argument."),
        Bad("1x == 2", 0, "The number 1x cannot be read"),
        Bad("and == 1", 0, "a key with the name of a keyword is written #and"),
        Bad("a UTI-EQUALS 'x'", 2, "UTI-EQUALS is not available"),
        Bad("a == %s", 5, "%s is not available: an argument is no C pointer; use %@ with a String."),
        Bad("a ?", 2, "Expected a key, a constant or an operator, found “?”."),
        Bad("first == “Bob”", 9, "found ““” (U+201C)."),
        Bad("first == ‘Bob’", 9, "found “‘” (U+2018)."),
        Bad("first == \"Bob\"”", 14, "found “”” (U+201D)."),
        Bad("a\u{00A0}== 1", 1, "found the character U+00A0."),
        Bad("a ==\u{2003}1", 4, "found the character U+2003."),
        Bad("a == 1\u{3000}", 6, "found the character U+3000."),
        Bad("\u{FEFF}a == 1", 0, "found the character U+FEFF."),
        Bad("a\u{200B} == 1", 1, "found the character U+200B."),
        Bad("$\u{00A0}x == 1", 1, "found the character U+00A0."),
        Bad("a – 1 == 2", 2, "found “–” (U+2013)."),
        Bad("größe（1）", 7, "found “（” (U+FF08)."),
        Bad("ANY kids", 8, "Expected an operator such as == after what ANY is about"),
        Bad("'\\u12' == 1", 1, "The escape \\u cannot be read: 4 hexadecimal digits of a character must follow."),
        Bad("SUBQUERY(a, b, c == 1) == 1", 12, "Expected a variable such as $x for the elements, found “b”."),
        Bad("(1 == 1) + 2 == 3", 0, "Expected a value, a key path or a function, found a predicate."),
        Bad("a == 1 == 2", 7, "Expected AND or OR, found “==”."),
        Bad("5 := 3", 2, "only a variable can be assigned to"),
    ]

    @Test(arguments: formats) func `an error says what was expected and where`(bad: Bad) {
        let error = #expect(throws: PredicateFailure.self) { try NSPredicate(parsing: bad.format) }
        #expect(error?.position?.offset == bad.offset)
        #expect(error?.description.contains(bad.says) == true, "\(error?.description ?? "")")
    }

    @Test func `an error shows the line with a caret below the place`() {
        let error = #expect(throws: PredicateFailure.self) { try NSPredicate(parsing: "name == 'ü'\nAND age >\tx y") }
        #expect(
            error?.description == """
                The format cannot be read at line 2, character 13: Expected AND, OR or the end, found “y”.
                    AND age > x y
                                ^
                """)
        #expect(error?.position?.line == 2)
        #expect(error?.position?.column == 13)
    }

    @Test func `of a long line only what is near the place is shown`() {
        let format = String(repeating: "a", count: 500) + " ? " + String(repeating: "b", count: 500)
        let error = #expect(throws: PredicateFailure.self) { try NSPredicate(parsing: format) }
        #expect(error?.position?.excerpt.count == 122)
        #expect(error?.position?.offset == 501)
    }

    @Test func `a bad format makes a predicate that never holds and knows why`() throws {
        let error = #expect(throws: PredicateFailure.self) {
            try PredicateFailure.throwing {
                let predicate = NSPredicate(format: "age ==")
                #expect(!predicate.evaluate(with: ["age": 1]))
                #expect(predicate.formatError?.position?.offset == 6)
                #expect(predicate.predicateFormat == "FALSEPREDICATE")
            }
        }
        #expect(error?.position?.offset == 6)
        let parsed = #expect(throws: PredicateFailure.self) { try NSExpression(parsing: "1 +") }
        #expect(parsed?.position?.offset == 3)
    }

    @Test func `the sentence goes to standard error once`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            for _ in 0..<3 { _ = NSPredicate(format: "age ==") }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.components(separatedBy: "The format cannot be read at character 7").count == 2)
    }

    @Test func `an argument of a wrong type is an error`() {
        let key = #expect(throws: PredicateFailure.self) { try NSPredicate(parsing: "%K == 1", arguments: [5]) }
        #expect(
            key?.description.contains("The argument for %K must be a text that is a key path, not 5 (Int).") == true)
        let number = #expect(throws: PredicateFailure.self) { try NSPredicate(parsing: "a == %d", arguments: ["x"]) }
        #expect(number?.description.contains("The argument for %d must be a number, not x (String).") == true)
    }

    @Test(arguments: Seeds.first(20))
    func `no bytes make the parser crash or hang`(seed: UInt64) {
        var random = SeededBytes(seed: seed)
        for _ in 0..<300 {
            let format = random.format()
            do {
                let predicate = try NSPredicate(parsing: format, arguments: [1, "a", "b"])
                _ = predicate.predicateFormat
            } catch {
                #expect(error.position != nil || error.problem == .tooDeep, "seed \(seed): \(format)")
            }
        }
    }
}
