/// A predicate as it is asked of the objects of one class: a tree in which the leaves have read access to the class's
/// properties, and constants in the properties' own types.
///
/// Constant, and may be asked by any thread. A class and not a closure: a call costs a table look-up, and nothing is
/// counted or allocated.
class Test: @unchecked Sendable {
    // `@unchecked Sendable`: constant, and so are those of the subclasses; readers of keys are Sendable.

    /// Whether the predicate holds for an object of the class that the test was made for.
    func holds(_ object: AnyObject) -> Bool { false }
}

/// What never changes.
final class ConstantTest: Test, @unchecked Sendable {
    private let result: Bool

    init(_ result: Bool) { self.result = result }

    override func holds(_ object: AnyObject) -> Bool { result }
}

/// Both of two tests.
final class ConjunctionTest: Test, @unchecked Sendable {
    private let first: Test
    private let second: Test

    init(_ first: Test, _ second: Test) {
        self.first = first
        self.second = second
    }

    override func holds(_ object: AnyObject) -> Bool { first.holds(object) && second.holds(object) }
}

/// One of two tests.
final class DisjunctionTest: Test, @unchecked Sendable {
    private let first: Test
    private let second: Test

    init(_ first: Test, _ second: Test) {
        self.first = first
        self.second = second
    }

    override func holds(_ object: AnyObject) -> Bool { first.holds(object) || second.holds(object) }
}

/// The opposite of a test.
final class NegationTest: Test, @unchecked Sendable {
    private let part: Test

    init(_ part: Test) { self.part = part }

    override func holds(_ object: AnyObject) -> Bool { !part.holds(object) }
}

/// Whether a key has no value.
final class NothingTest: Test, @unchecked Sendable {
    private let entry: KeyTable.Entry
    private let isOpposite: Bool

    init(_ entry: KeyTable.Entry, isOpposite: Bool) {
        self.entry = entry
        self.isOpposite = isOpposite
    }

    override func holds(_ object: AnyObject) -> Bool { (constantForm(entry.read(object)) == nil) != isOpposite }
}

/// What is evaluated part by part, with values of any type.
final class InterpretedTest: Test, @unchecked Sendable {
    /// Unowned: the predicate that keeps the test, or a part of that one. Whoever asks the test has that predicate.
    private unowned let predicate: NSPredicate

    init(_ predicate: NSPredicate) { self.predicate = predicate }

    override func holds(_ object: AnyObject) -> Bool {
        predicate.result(object, EvaluationScope(variables: nil))
    }
}
