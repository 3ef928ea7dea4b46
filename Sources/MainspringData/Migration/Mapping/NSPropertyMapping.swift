public import Foundation
public import class MainspringFoundation.NSExpression

/// How a property of new objects gets its value in a migration.
///
/// Belongs to one thread at a time.
open class NSPropertyMapping: NSObject {
    /// The name of the property of the new entity.
    open var name: String? { didSet { noteChange() } }
    /// The value, with `$source` for the old object, `$destination` for the new one, `$manager`, `$entityMapping`,
    /// `$propertyMapping` and `$entityPolicy`; nil where the policy sets it.
    open var valueExpression: NSExpression? { didSet { noteChange() } }
    /// Whatever else a policy wants to know.
    open var userInfo: [AnyHashable: Any]?
    /// Told of changes that make an inferred mapping another one.
    final var changed: (() -> Void)?

    /// Makes a mapping without a name.
    public override init() { super.init() }

    private func noteChange() { changed?() }

    /// The mapping in a line.
    open override var description: String {
        "<NSPropertyMapping: \(name ?? "without a name"), \(valueExpression.map { "\($0)" } ?? "without a value")>"
    }
}
