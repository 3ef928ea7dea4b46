public import Foundation
internal import Locks
internal import Synchronization

/// A question about an object that has an answer of yes or no.
///
/// ```swift
/// let adults = NSPredicate(format: "name BEGINSWITH[cd] %@ AND age >= 21", "a")
/// adults.evaluate(with: person)
/// people.filtered(using: adults)
/// ```
/// Made from a format (see <doc:Predicates> for the language), from ``NSComparisonPredicate`` and ``NSCompoundPredicate``,
/// or from a closure. Immutable, and may be used by any thread; the evaluated object is used on the calling one.
///
/// **Differences from Apple**: shadows the class of Foundation on Linux, which has closures only. Nothing raises: see
/// ``PredicateFailure``. Parts that lie within each other more than 1,000 levels deep make a predicate that does not hold
/// and says so.
open class NSPredicate: NSObject, NSCopying, NSSecureCoding, PredicateMaking, @unchecked Sendable {
    // `@unchecked Sendable`: constant but for the permission, which is atomic, and the tests, which have a lock. A block is
    // called on the threads that evaluate, as whoever made the predicate wants it.

    /// What a predicate is that has no parts.
    enum Form {
        case value(Bool)
        case block((Any?, [String: Any]?) -> Bool)
        /// What could not be made does not hold.
        case refused(PredicateFailure)
        /// A subclass knows what it is.
        case foreign
    }

    let form: Form
    /// How many levels of parts there are, at most `NestingDepth.limit`.
    let depth: Int
    private let isAllowed: Atomic<Bool>
    /// Guards `tests`.
    private let lock = Lock()
    /// What is asked of objects, by their classes.
    private var tests: [ObjectIdentifier: CompiledTest] = [:]

    init(_ form: Form, depth: Int = 1, isAllowed: Bool = true) {
        if depth > NestingDepth.limit {
            let error = PredicateFailure(.tooDeep)
            PredicateFailure.report(error)
            self.form = .refused(error)
            self.depth = 1
        } else {
            self.form = form
            self.depth = depth
        }
        self.isAllowed = Atomic(isAllowed)
        super.init()
    }

    /// Makes a predicate that does not hold, for subclasses that override ``evaluate(with:substitutionVariables:)``.
    public override init() {
        form = .foreign
        depth = 1
        isAllowed = Atomic(true)
        super.init()
    }

    /// Makes a predicate that always or never holds.
    public convenience init(value: Bool) { self.init(.value(value)) }

    /// Makes a predicate of a closure.
    /// - Parameter block: gets the evaluated object and the substitution variables; called on the evaluating thread.
    public convenience init(block: @escaping (Any?, [String: Any]?) -> Bool) { self.init(.block(block)) }

    /// Reads a predicate from an archive; `nil` if it does not hold one.
    ///
    /// It does not hold until ``allowEvaluation()``. What is read are formats, which name no class and run nothing.
    public required init?(coder: NSCoder) {
        guard let form = FormatCoding.form(from: coder) else { return nil }
        self.form = form
        depth = 1
        isAllowed = Atomic(false)
        super.init()
    }

    /// Writes the predicate into an archive, as its format.
    ///
    /// A block, and a constant that no format can state, is an error, which goes where those of ``PredicateFailure`` go;
    /// what is written then is read as `nil`.
    open func encode(with coder: NSCoder) { FormatCoding.encode(self, with: coder) }

    /// True.
    open class var supportsSecureCoding: Bool { true }

    /// Returns the predicate itself, since it never changes.
    open func copy(with zone: NSZone?) -> Any { self }

    /// The predicate's format, which makes an equal predicate.
    ///
    /// But for blocks and for constants that no format can state; a compound of one predicate is printed as that predicate,
    /// one of none as what it gives; and beyond 500 levels of parts, where parentheses may make twice as many of them.
    open var predicateFormat: String { FormatPrinter.text(of: self) }

    /// What was wrong with the format or the parts, if the predicate does not hold because of it. Ours.
    public final var formatError: PredicateFailure? { if case .refused(let error) = form { error } else { nil } }

    // MARK: - Evaluating

    /// Whether the predicate holds for an object.
    ///
    /// On the calling thread, on which the object's keys are read. An error goes where those of ``PredicateFailure`` go; a
    /// comparison that is not possible does not hold.
    open func evaluate(with object: Any?) -> Bool { evaluate(with: object, substitutionVariables: nil) }

    /// Whether the predicate holds for an object, with values for the variables of its format.
    open func evaluate(with object: Any?, substitutionVariables bindings: [String: Any]?) -> Bool {
        guard mayEvaluate else {
            PredicateFailure.report(.notAllowed)
            return false
        }
        if bindings == nil, isOwn, let result = compiledResult(object) { return result }
        return ownResult(object, EvaluationScope(variables: bindings))
    }

    /// Returns the predicate with the values of variables in their places; variables without a value stay.
    open func withSubstitutionVariables(_ variables: [String: Any]) -> Self {
        substituting(Substitution(variables)) as? Self ?? self
    }

    /// Allows what was read from an archive to be evaluated.
    open func allowEvaluation() { isAllowed.store(true, ordering: .relaxed) }

    /// Whether the predicate was made here, or was allowed to be evaluated.
    final var mayEvaluate: Bool { isAllowed.load(ordering: .relaxed) }

    /// The predicate's own result, whatever a subclass says.
    func ownResult(_ object: Any?, _ scope: EvaluationScope) -> Bool {
        switch form {
        case .value(let value): value
        case .block(let block): block(object, scope.dictionary)
        case .refused, .foreign: false
        }
    }

    /// The predicate with values in the places of variables.
    func substituting(_ substitution: Substitution) -> NSPredicate { self }

    // MARK: - Tests

    /// The test that was made for the objects of a class.
    final func test(_ type: ObjectIdentifier) -> CompiledTest? { lock.withLock { tests[type] } }

    /// Keeps the test that was made for the objects of a class.
    final func keep(_ test: CompiledTest, for type: ObjectIdentifier) { lock.withLock { tests[type] = test } }

    // MARK: - Equality and printing

    /// Whether the other one is a predicate of equal parts; numbers are equal by their values.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSPredicate, type(of: other) == type(of: self) else { return false }
        return self === other || hasEqualParts(other)
    }

    /// Whether another predicate of the same class has equal parts.
    func hasEqualParts(_ other: NSPredicate) -> Bool {
        switch (form, other.form) {
        case (.value(let left), .value(let right)): left == right
        case (.refused(let left), .refused(let right)): left == right
        default: false
        }
    }

    /// Hashes the parts; a block by its identity.
    open override var hash: Int {
        var hasher = Hasher()
        hashParts(into: &hasher)
        return hasher.finalize()
    }

    func hashParts(into hasher: inout Hasher) {
        switch form {
        case .value(let value): hasher.combine(value)
        case .refused(let error): hasher.combine(error)
        case .block, .foreign: hasher.combine(ObjectIdentifier(self))
        }
    }

    /// The predicate's format.
    open override var description: String { predicateFormat }
}
