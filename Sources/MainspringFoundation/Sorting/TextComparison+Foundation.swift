internal import Foundation

extension TextComparison {
    /// The method by which a descriptor of Foundation's compares what its key path leads to; nil for a comparator of the
    /// program's.
    init?<Compared>(_ descriptor: SortDescriptor<Compared>, _ keyPath: PartialKeyPath<Compared>) {
        if var comparator = descriptor.stringComparator {
            comparator.order = .forward
            // The only one that Foundation on Linux has.
            guard comparator == .lexical else { return nil }
            self = .compare
            return
        }
        let value = type(of: keyPath).valueType
        let unwrapped = (value as? any OptionalValue.Type)?.wrappedType ?? value
        guard let comparable = unwrapped as? any Comparable.Type,
            Self.isUsual(descriptor, keyPath, of: comparable, isOptional: value != unwrapped)
        else { return nil }
        self = unwrapped == String.self ? .localizedStandard : .compare
    }

    /// Whether a descriptor is the one that is made without a comparator; which it has cannot be asked.
    private static func isUsual<Compared, Value: Comparable>(
        _ descriptor: SortDescriptor<Compared>, _ keyPath: PartialKeyPath<Compared>, of value: Value.Type,
        isOptional: Bool
    ) -> Bool {
        if isOptional {
            guard let keyPath = keyPath as? KeyPath<Compared, Value?> else { return false }
            return descriptor == SortDescriptor(sendable(keyPath), order: descriptor.order)
        }
        guard let keyPath = keyPath as? KeyPath<Compared, Value> else { return false }
        return descriptor == SortDescriptor(sendable(keyPath), order: descriptor.order)
    }

    /// A descriptor's key path, which was Sendable when the descriptor was made of it; a cast cannot say so again.
    private static func sendable<Root, Value>(_ keyPath: KeyPath<Root, Value>) -> any KeyPath<Root, Value> & Sendable {
        // The same reference: Sendable has no members.
        unsafeBitCast(keyPath, to: (any KeyPath<Root, Value> & Sendable).self)
    }
}
