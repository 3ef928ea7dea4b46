public import Foundation
internal import Synchronization

/// A value, or how one is found: a constant, a key path, a function of other expressions.
///
/// Predicates compare what two expressions give. Made from a format, such as `price * quantity`, or part by part.
/// Immutable, and may be used by any thread; the evaluated object is used on the calling one.
///
/// **Differences from Apple**: shadows the class of Foundation on Linux, none of whose members can be used. Nothing raises:
/// see ``PredicateFailure``. `constantValue` is what was given, not an object made of it. Parts that lie within each
/// other more than 1,000 levels deep make an expression that has no value and says so.
///
/// ## Topics
/// ### Evaluating
/// - ``expressionValue(with:context:)``
/// - ``allowEvaluation()``
open class NSExpression: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // `@unchecked Sendable`: constant but for the permission, which is atomic. A block and the constants are used on the
    // threads that evaluate, as whoever made the expression wants it.

    let form: ExpressionForm
    /// How many levels of parts there are, at most `NestingDepth.limit`.
    let depth: Int
    private let isAllowed: Atomic<Bool>

    init(_ form: ExpressionForm, isAllowed: Bool = true) {
        let depth = form.depth
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

    /// Makes an expression whose depth is known, and not too much.
    init(_ form: consuming ExpressionForm, depth: Int) {
        self.form = form
        self.depth = depth
        isAllowed = Atomic(true)
        super.init()
    }

    /// Makes an expression without parts.
    convenience init(leaf form: consuming ExpressionForm) { self.init(form, depth: 1) }

    /// Makes an expression of a kind, for subclasses that have a value of their own: they override
    /// ``expressionValue(with:context:)``.
    public init(expressionType type: ExpressionType) {
        form = .foreign(type)
        depth = 1
        isAllowed = Atomic(true)
        super.init()
    }

    /// Reads an expression from an archive; `nil` if it does not hold one.
    ///
    /// It has no value until ``allowEvaluation()``. What is read is a format, which names no class and runs nothing.
    public required init?(coder: NSCoder) {
        guard let form = FormatCoding.expression(from: coder)?.form else { return nil }
        self.form = form
        depth = form.depth
        isAllowed = Atomic(false)
        super.init()
    }

    /// Writes the expression into an archive, as its format.
    ///
    /// A block, and a constant that no format can state, is an error, which goes where those of ``PredicateFailure`` go;
    /// what is written then is read as `nil`.
    open func encode(with coder: NSCoder) { FormatCoding.encode(self, with: coder) }

    /// True.
    open class var supportsSecureCoding: Bool { true }

    /// Returns the expression itself, since it never changes.
    open func copy(with zone: NSZone?) -> Any { self }

    // MARK: - Evaluating

    /// Returns the expression's value for an object.
    ///
    /// On the calling thread, on which the object's keys are read. An error goes where those of ``PredicateFailure`` go, and
    /// gives `nil`.
    /// - Parameter context: the values of variables; an assignment sets one.
    open func expressionValue(with object: Any?, context: NSMutableDictionary?) -> Any? {
        guard mayEvaluate else {
            PredicateFailure.report(.notAllowed)
            return nil
        }
        return ownValue(object, EvaluationScope(context: context))
    }

    /// Allows what was read from an archive to be evaluated.
    open func allowEvaluation() {
        isAllowed.store(true, ordering: .relaxed)
        for part in form.parts { part.allowEvaluation() }
        form.predicate?.allowEvaluation()
    }

    /// Whether the expression was made here, or was allowed to be evaluated.
    final var mayEvaluate: Bool { isAllowed.load(ordering: .relaxed) }

    // MARK: - Equality and printing

    /// Whether the other one is an expression of equal parts; numbers are equal by their values.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSExpression, type(of: other) == type(of: self) else { return false }
        return self === other || form.isEqual(other.form)
    }

    /// Hashes the parts.
    open override var hash: Int {
        var hasher = Hasher()
        form.hash(into: &hasher, self)
        return hasher.finalize()
    }

    /// The expression's format.
    open override var description: String { FormatPrinter.text(of: self) }
}
