internal import Foundation
internal import MainspringFoundation
internal import MainspringModel

/// A key path of objects such as `country.name`, read of many: from their memory where their classes have no accessors of their own.
///
/// Belongs to the results that it is made for, and to their thread.
final class SortPath {
    private struct Step {
        let key: String
        /// The path from here on.
        let rest: String
        /// What the object read last has in common with others, and where the value lies in such; nil where its class has an accessor of
        /// its own.
        var shape: ObjectShape?
        var place: SlotPlace?
    }

    private let path: String
    /// None where the path has an operator.
    private var steps: [Step] = []

    init(_ path: String) {
        self.path = path
        guard !path.contains("@") else { return }
        let keys = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        steps = keys.indices.map { Step(key: keys[$0], rest: keys[$0...].joined(separator: ".")) }
    }

    /// The value that an object has there.
    func read(_ object: NSManagedObject) -> SortValue {
        guard steps.count > 1 else { return steps.isEmpty ? SortValue(object.value(forKeyPath: path)) : end(object, 0) }
        var object = object
        for index in 0..<steps.count - 1 {
            guard let place = place(index, in: object), place.kind == .toOne else {
                return SortValue(object.value(forKeyPath: steps[index].rest))
            }
            guard let next = object.readLoosely(place) as? NSManagedObject else { return .nothing }
            object = next
        }
        return end(object, steps.count - 1)
    }

    private func end(_ object: NSManagedObject, _ index: Int) -> SortValue {
        place(index, in: object).map { object.sortValue(at: $0) } ?? SortValue(object.value(forKey: steps[index].key))
    }

    private func place(_ index: Int, in object: NSManagedObject) -> SlotPlace? {
        if object.shape !== steps[index].shape {
            let slot = object.entity.slot(named: steps[index].key)
            steps[index].shape = object.shape
            steps[index].place = slot.flatMap {
                object.shape.declared.contains($0) ? nil : object.shape.layout.places[$0]
            }
        }
        return steps[index].place
    }
}
