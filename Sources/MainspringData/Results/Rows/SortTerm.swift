internal import Foundation
internal import MainspringFoundation
internal import MainspringModel

/// What a sort descriptor says: what is read of an object, and how that is compared.
///
/// Belongs to the results that it is made for, and to their thread.
final class SortTerm {
    private enum Reading {
        /// The object itself, which the descriptor compares: a closure does, and what was read from an archive and not
        /// allowed.
        case whole
        case path(String)
        case key(String)
    }

    private let descriptor: MainspringFoundation.NSSortDescriptor
    private let reading: Reading
    private let compareValues: Comparator
    /// Whether texts and numbers are compared in the plain way.
    private let isPlain: Bool
    /// What the object read last has in common with others, and where the value lies in such; nil where its class has an
    /// accessor of its own.
    private var shape: ObjectShape?
    private var place: SlotPlace?

    init(_ descriptor: MainspringFoundation.NSSortDescriptor) {
        self.descriptor = descriptor
        compareValues = descriptor.comparator
        isPlain = descriptor.selector == "compare:"
        reading =
            if type(of: descriptor) == MainspringFoundation.NSSortDescriptor.self, let key = descriptor.key,
                descriptor.selector != nil, descriptor.mayEvaluate
            {
                key.contains { $0 == "." || $0 == "@" } ? .path(key) : .key(key)
            } else {
                .whole
            }
    }

    /// What an object is sorted by.
    func read(_ object: NSManagedObject) -> SortValue {
        switch reading {
        case .whole: return .any(object)
        case .path(let path): return SortValue(object.value(forKeyPath: path))
        case .key(let key):
            if object.shape !== shape { find(key, in: object) }
            return place.map { object.sortValue(at: $0) } ?? SortValue(object.value(forKey: key))
        }
    }

    private func find(_ key: String, in object: NSManagedObject) {
        let slot = object.entity.slot(named: key)
        shape = object.shape
        place = slot.flatMap { object.shape.declared.contains($0) ? nil : object.shape.layout.places[$0] }
    }

    /// Compares two values, in the descriptor's order. As descriptors do: nothing precedes everything.
    func compare(_ first: SortValue, _ second: SortValue) -> ComparisonResult {
        if case .whole = reading {
            guard let first = first.value, let second = second.value else { return .orderedSame }
            return descriptor.compare(first, to: second)
        }
        let result = ascending(first, second)
        return descriptor.ascending ? result : ComparisonResult(rawValue: -result.rawValue) ?? result
    }

    private func ascending(_ first: SortValue, _ second: SortValue) -> ComparisonResult {
        switch (first, second) {
        case (.nothing, .nothing): return .orderedSame
        case (.nothing, _): return .orderedAscending
        case (_, .nothing): return .orderedDescending
        case (.text(let first), .text(let second)) where isPlain: return TextOrder.compare(first, second)
        case (.integer(let first), .integer(let second)) where isPlain:
            return first < second ? .orderedAscending : first > second ? .orderedDescending : .orderedSame
        case (.real(let first), .real(let second)) where isPlain:
            if first < second { return .orderedAscending }
            if first > second { return .orderedDescending }
            if first == second { return .orderedSame }
        default: break
        }
        // What is left are values of other types, and numbers that are none.
        guard let first = first.value, let second = second.value else { return .orderedSame }
        return compareValues(first, second)
    }
}
