internal import Foundation

/// The attributes inside of composite ones, where a composite may stand in itself by mistake.
enum CompositeElements {
    /// So many composites may stand in each other.
    static let depthLimit = 64

    /// All elements of a composite and of those in it, each once, in no loop.
    static func all(in composite: NSCompositeAttributeDescription) -> [NSAttributeDescription] {
        var seen: Set<ObjectIdentifier> = [ObjectIdentifier(composite)]
        var found: [NSAttributeDescription] = []
        var open = [composite]
        while let next = open.popLast() {
            for element in next.elements where seen.insert(ObjectIdentifier(element)).inserted {
                found.append(element)
                if let inner = element as? NSCompositeAttributeDescription { open.append(inner) }
            }
        }
        return found
    }

    /// Copies of a composite's elements, with their own elements; what stands in itself, or too deep, has no place in
    /// them.
    static func copies(of composite: NSCompositeAttributeDescription) -> [NSAttributeDescription] {
        var made: [ObjectIdentifier: NSAttributeDescription?] = [ObjectIdentifier(composite): nil]
        return copies(of: composite, depth: 1, made: &made)
    }

    private static func copies(
        of composite: NSCompositeAttributeDescription, depth: Int,
        made: inout [ObjectIdentifier: NSAttributeDescription?]
    ) -> [NSAttributeDescription] {
        composite.elements.compactMap { element in
            if let copy = made[ObjectIdentifier(element)] { return copy }
            guard let inner = element as? NSCompositeAttributeDescription else {
                let copy = element.copy() as? NSAttributeDescription
                made.updateValue(copy, forKey: ObjectIdentifier(element))
                return copy
            }
            guard depth < depthLimit else { return nil }
            made.updateValue(nil, forKey: ObjectIdentifier(inner))
            let copy = Swift.type(of: inner).init()
            copy.takeAttributeValues(of: inner)
            copy.elements = copies(of: inner, depth: depth + 1, made: &made)
            copy.knownVersionHash = inner.knownVersionHash
            made.updateValue(copy, forKey: ObjectIdentifier(inner))
            return copy
        }
    }
}
