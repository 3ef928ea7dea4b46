internal import Foundation
internal import MainspringFoundation

/// What a sort descriptor says: what is read of an object, and how that is compared.
///
/// Belongs to the results that it is made for, and to their thread.
final class SortTerm {
    private enum Reading {
        /// The object itself, which the descriptor compares: a closure does, and what was read from an archive and not
        /// allowed.
        case whole
        case path(SortPath)
    }

    private let descriptor: MainspringFoundation.NSSortDescriptor
    private let reading: Reading
    private let compareValues: Comparator
    /// Whether texts and numbers are compared in the plain way.
    private let isPlain: Bool

    init(_ descriptor: MainspringFoundation.NSSortDescriptor) {
        self.descriptor = descriptor
        compareValues = descriptor.comparator
        isPlain = descriptor.selector == "compare:"
        reading =
            if type(of: descriptor) == MainspringFoundation.NSSortDescriptor.self, let key = descriptor.key,
                descriptor.selector != nil, descriptor.mayEvaluate
            {
                .path(SortPath(key))
            } else {
                .whole
            }
    }

    /// Whether values are compared, and not whole objects.
    var isOfValues: Bool { if case .path = reading { true } else { false } }

    /// What an object is sorted by.
    func read(_ object: NSManagedObject) -> SortValue {
        switch reading {
        case .whole: return .any(object)
        case .path(let path): return path.read(object)
        }
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

    /// A number for a value: where those of two values differ, their order is that of the values. Nil for what has none.
    func lead(_ value: SortValue) -> UInt64? {
        guard isPlain, isOfValues, case .text(let text) = value, let lead = TextOrder.lead(text) else { return nil }
        return descriptor.ascending ? lead : ~lead
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
