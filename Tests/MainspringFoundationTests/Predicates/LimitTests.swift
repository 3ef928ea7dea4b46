import Foundation
import MainspringFoundation
import Testing

/// Input that is too deep or takes too long.
@Suite struct LimitTests {
    @Test(arguments: [
        String(repeating: "(", count: 100_000), String(repeating: "NOT ", count: 100_000) + "a == 1",
        "a == " + String(repeating: "1 + ", count: 100_000) + "1",
        "a == " + String(repeating: "-", count: 100_000) + "a",
        "a == " + String(repeating: "{", count: 100_000), "a" + String(repeating: "[0]", count: 100_000) + " == 1",
        "a == " + String(repeating: "abs(", count: 100_000), "a == " + String(repeating: "2 ** ", count: 100_000) + "2",
        "a == " + String(repeating: "TERNARY(a == ", count: 100_000),
        "a == " + String(repeating: "SUBQUERY(a, $x, b == ", count: 100_000),
    ]) func `more than 1,000 levels are an error`(format: String) {
        let failure = #expect(throws: PredicateFailure.self) { try NSPredicate(parsing: format) }
        #expect(failure?.problem == .tooDeep)
        #expect(failure?.position != nil)
    }

    @Test func `990 levels are read, evaluated, printed and compared`() throws {
        let object = ["a": 1]
        for format in [
            String(repeating: "NOT ", count: 990) + "a == 1",
            String(repeating: "(", count: 990) + "a == 1" + String(repeating: ")", count: 990),
            "a < " + String(repeating: "1 + ", count: 980) + "1",
            "a < " + String(repeating: "2 + (", count: 480) + "1" + String(repeating: ")", count: 480),
        ] {
            let predicate = try NSPredicate(parsing: format)
            #expect(predicate.evaluate(with: object))
            #expect(try NSPredicate(parsing: predicate.predicateFormat) == predicate)
        }
    }

    @Test func `10,000 predicates side by side are no levels`() throws {
        let format = (0..<10_000).map { "a != \($0 + 5)" }.joined(separator: " AND ")
        let predicate = try NSPredicate(parsing: format)
        #expect(predicate.evaluate(with: ["a": 1]))
        #expect(
            [Citizen("a", age: 1)].filtered(using: NSPredicate(format: format.replacing("a ", with: "age "))).count == 1
        )
    }

    @Test func `what is made of parts too deep does not hold and says so`() {
        let failure = #expect(throws: PredicateFailure.self) {
            try PredicateFailure.throwing {
                var predicate: NSPredicate = NSPredicate(value: true)
                for _ in 0..<100_000 {
                    predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [predicate, predicate])
                }
                var expression = NSExpression(forConstantValue: 1)
                for _ in 0..<100_000 { expression = NSExpression(forFunction: "abs:", arguments: [expression]) }
                var nested = NSCompoundPredicate(notPredicateWithSubpredicate: NSPredicate(value: false))
                for _ in 0..<999 { nested = NSCompoundPredicate(notPredicateWithSubpredicate: nested) }
                #expect(!nested.evaluate(with: nil))
                #expect(nested.formatError?.problem == .tooDeep)
                #expect(nested.predicateFormat == "FALSEPREDICATE")
            }
        }
        #expect(failure?.problem == .tooDeep)
    }

    @Test func `a regular expression that explodes is given up`() throws {
        let text = String(repeating: "a", count: 60)
        let predicate = try NSPredicate(parsing: "SELF MATCHES '(a+)+b'")
        let failure = #expect(throws: PredicateFailure.self) {
            try PredicateFailure.throwing { #expect(!predicate.evaluate(with: text)) }
        }
        #expect(failure?.problem == .slowPattern("(a+)+b"))
        #expect(!NSPredicate(format: "SELF LIKE '*a*a*a*a*a*a*a*a*a*a*a*b'").evaluate(with: text))
    }

    @Test func `a regular expression that explodes with one text is not tried with the rest of them`() throws {
        let texts = (0..<2_000).map { String(repeating: "a", count: 60) + "\($0)" }
        let plain = try NSPredicate(parsing: "SELF MATCHES '(a+)+b'")
        let questions: [(String, () -> Int)] = [
            ("array", { texts.filtered(using: plain).count }),
            ("set", { Set(texts).filtered(using: plain).count }),
            ("NSArray", { NSArray(array: texts).filtered(using: plain).count }),
            ("NSSet", { NSSet(array: texts).filtered(using: plain).count }),
            ("NSOrderedSet", { NSOrderedSet(array: texts).filtered(using: plain).count }),
            (
                "NSMutableSet",
                {
                    let set = NSMutableSet(array: texts)
                    set.filter(using: plain)
                    return set.count
                }
            ),
            (
                "NSMutableOrderedSet",
                {
                    let set = NSMutableOrderedSet(array: texts)
                    set.filter(using: plain)
                    return set.count
                }
            ),
            ("ANY", { NSPredicate(format: "ANY texts MATCHES '(a+)+b'").evaluate(with: ["texts": texts]) ? 1 : 0 }),
            (
                "SUBQUERY",
                {
                    let format = "SUBQUERY(texts, $t, $t MATCHES '(a+)+b').@count > 0"
                    return NSPredicate(format: format).evaluate(with: ["texts": texts]) ? 1 : 0
                }
            ),
        ]
        for (name, question) in questions {
            let failure = #expect(throws: PredicateFailure.self) {
                try PredicateFailure.throwing { #expect(question() == 0, "\(name)") }
            }
            #expect(failure?.problem == .slowPattern("(a+)+b"), "\(name)")
        }
        #expect(plain.evaluate(with: "aab"))
        #expect((["aab"] + texts).filtered(using: plain) == ["aab"])
        #expect([texts[0], "aab"].filtered(using: plain).isEmpty)
    }

    @Test func `a regular expression for which a text is too large is an error and not a result`() throws {
        let predicate = try NSPredicate(parsing: "SELF MATCHES '(a|b)*'")
        let failure = #expect(throws: PredicateFailure.self) {
            try PredicateFailure.throwing { _ = predicate.evaluate(with: String(repeating: "a", count: 400_000)) }
        }
        #expect([.exhaustedPattern("(a|b)*"), .slowPattern("(a|b)*")].contains(failure?.problem))
        #expect(try NSPredicate(parsing: "SELF MATCHES '[ab]*'").evaluate(with: String(repeating: "a", count: 200_000)))
    }

    @Test func `a date that is not a number is printed and described`() throws {
        let date = Date(timeIntervalSinceReferenceDate: .nan)
        #expect(NSPredicate(format: "a == %@", date).predicateFormat == "a == <description unavailable>")
        let predicate = NSPredicate(format: "CAST(CAST('nan', 'NSNumber'), 'NSDate').description BEGINSWITH '<'")
        #expect(predicate.evaluate(with: nil))
    }
}
