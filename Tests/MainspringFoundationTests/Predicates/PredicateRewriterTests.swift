import Foundation
import MainspringFoundation
import Testing

/// Predicates with other parts.
@Suite struct PredicateRewriterTests {
    /// Puts one key in the place of another.
    private struct Renaming: PredicateRewriter {
        var inner: Set<String> = []

        func replacement(for expression: NSExpression) -> NSExpression? {
            expression.expressionType == .keyPath && expression.keyPath == "a" && inner.isEmpty
                ? NSExpression(forKeyPath: "b") : nil
        }

        func inside(_ collection: NSExpression, variable: String) -> Renaming {
            Renaming(inner: inner.union([variable]))
        }
    }

    @Test(arguments: [
        ("a == 1", "b == 1"), ("NOT (a > 1 AND c < a)", "NOT (b > 1 AND c < b)"), ("ANY a.x == 1", "ANY a.x == 1"),
        ("c IN {a, 2}", "c IN {b, 2}"), ("a + 2 * a == uppercase(a)", "b + 2 * b == uppercase(b)"),
        ("SUBQUERY(a, $x, $x == a).@count == 1", "SUBQUERY(b, $x, $x == a).@count == 1"),
        ("TERNARY(a == 1, a, c) == 1", "TERNARY(b == 1, b, c) == 1"), ("a UNION c == c", "b UNION c == c"),
        ("FUNCTION(a, 'hasPrefix:', a) == YES", "FUNCTION(b, 'hasPrefix:', b) == YES"), ("a == $a", "b == $a"),
        ("c ==[cd] a", "c ==[cd] b"), ("TRUEPREDICATE OR a == nil", "TRUEPREDICATE OR b == nil"),
    ]) func `parts are replaced wherever they stand, and the rest stays`(format: String, expected: String) {
        let rewritten = Renaming().rewritten(NSPredicate(format: format))
        #expect(rewritten == NSPredicate(format: expected), "\(rewritten)")
    }

    @Test func `what may not be evaluated, or is somebody else's, stays as it is`() throws {
        final class Own: NSPredicate, @unchecked Sendable {}
        let data = try NSKeyedArchiver.archivedData(
            withRootObject: NSPredicate(format: "a == 1"), requiringSecureCoding: true)
        let read = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: NSComparisonPredicate.self, from: data))
        let broken = NSPredicate(format: "a == ")
        for predicate in [read, broken, Own(), NSPredicate(value: true)] {
            #expect(Renaming().rewritten(predicate) === predicate)
        }
        read.allowEvaluation()
        #expect(Renaming().rewritten(read) == NSPredicate(format: "b == 1"))
    }
}
