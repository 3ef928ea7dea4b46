internal import Foundation

/// Sorts by descriptors: reads each key once for each object, and moves places instead of objects.
enum ObjectSort {
    /// The place of an object, with the word of its first value.
    private struct Place {
        let word: UInt64
        let index: Int
    }

    /// - Parameter keys: those of all elements; without, those of the class that all are of.
    static func sorted<Element>(
        _ elements: [Element], _ descriptors: [NSSortDescriptor], _ keys: KeyTable? = nil
    ) -> [Element] {
        guard elements.count > 1, !descriptors.isEmpty else { return elements }
        guard descriptors.allSatisfy(\.isPlain) else {
            return order(
                elements.count,
                descriptors.map { descriptor in
                    { descriptor.compare(elements[$0], to: elements[$1]) }
                }
            ).map { elements[$0] }
        }
        guard Element.self is AnyClass else {
            let values = elements.map { $0 as Any }
            return order(elements.count, descriptors.map { ValueColumn(values, $0) }).map { elements[$0] }
        }
        return elements.withUnsafeBufferPointer { buffer in
            let objects = ObjectReferences(buffer)
            let columns = descriptors.map { SortColumn.typed(objects, $0, keys) ?? ValueColumn(objects.map { $0 }, $0) }
            return objects.array(of: Element.self, at: order(elements.count, columns))
        }
    }

    private static func order(_ count: Int, _ columns: [SortColumn]) -> [Int] {
        var places = (0..<count).map { Place(word: columns[0].word($0), index: $0) }
        places.sort { left, right in
            if left.word != right.word { return left.word < right.word }
            for column in columns {
                let result = column.compare(left.index, right.index)
                if result != .orderedSame { return result == .orderedAscending }
            }
            return left.index < right.index
        }
        return places.map(\.index)
    }

    private static func order(_ count: Int, _ comparisons: [(Int, Int) -> ComparisonResult]) -> [Int] {
        (0..<count).sorted { left, right in
            for compare in comparisons {
                let result = compare(left, right)
                if result != .orderedSame { return result == .orderedAscending }
            }
            return left < right
        }
    }
}

extension NSSortDescriptor {
    /// Whether the descriptor is no object of somebody else's subclass, which compares itself, and may be used.
    fileprivate var isPlain: Bool { type(of: self) == NSSortDescriptor.self && mayEvaluate }
}
