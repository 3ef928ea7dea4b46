internal import Foundation

extension NSPredicate {
    /// The elements for which the predicate holds, in their order.
    ///
    /// A regular expression that takes too long with one of them is not tried with those that follow.
    final func filter<Element>(_ elements: [Element]) -> [Element] {
        SlowPatterns.remembering { filterEach(elements) }
    }

    private func filterEach<Element>(_ elements: [Element]) -> [Element] {
        guard Element.self is AnyClass, isOwn, mayEvaluate else { return elements.filter { evaluate(with: $0) } }
        return elements.withUnsafeBufferPointer { elements in
            let objects = ObjectReferences(elements)
            return objects.array(of: Element.self, at: indexes(of: objects))
        }
    }

    /// Where those of some objects are for which the predicate holds: by runs of objects of one class.
    private func indexes(of objects: ObjectReferences) -> [Int] {
        var result: [Int] = []
        var index = 0
        while index < objects.count {
            let type: AnyClass = objects.type(index)
            let test = test(for: type)
            repeat {
                if objects.withObject(index, test.holds) { result.append(index) }
                index += 1
            } while index < objects.count && objects.type(index) == type
        }
        return result
    }

    /// The quick result for an object; nil if there is none.
    final func compiledResult(_ object: Any?) -> Bool? {
        guard let object, let type = type(of: object) as? AnyClass else { return nil }
        return test(for: type).holds(objectReference(object))
    }
}
