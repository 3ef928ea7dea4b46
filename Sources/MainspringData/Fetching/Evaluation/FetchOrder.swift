internal import Foundation
internal import class MainspringFoundation.NSSortDescriptor
internal import MainspringFoundation
internal import MainspringModel

/// The order of what comes out of a fetch.
struct FetchOrder {
    let descriptors: [NSSortDescriptor]

    /// - Parameter isObject: whether a key leads to an object.
    init(_ descriptors: [NSSortDescriptor], isObject: (String) -> Bool) {
        self.descriptors = descriptors.map { descriptor in
            guard let key = descriptor.key, type(of: descriptor) == NSSortDescriptor.self,
                descriptor.selector == Self.usual, descriptor.mayEvaluate, isObject(key)
            else { return descriptor }
            return NSSortDescriptor(
                key: Self.object(key), ascending: descriptor.ascending, comparator: Self.compare)
        }
    }

    private static let usual = NSSortDescriptor(key: "self", ascending: true).selector

    /// The path of the object whose identity a path asks for; nil for what is sorted itself.
    private static func object(_ path: String) -> String? {
        var keys = path.split(separator: ".")
        keys.removeAll { $0 == "objectID" || $0 == "self" }
        return keys.isEmpty ? nil : keys.joined(separator: ".")
    }

    /// Objects are in the order of their stores, root entities and keys, as rows are in a store; nil precedes all.
    private static func compare(_ left: Any, _ right: Any) -> ComparisonResult {
        switch (words(left), words(right)) {
        case (let left?, let right?):
            left.lexicographicallyPrecedes(right)
                ? .orderedAscending : right.lexicographicallyPrecedes(left) ? .orderedDescending : .orderedSame
        case (nil, nil): .orderedSame
        case (nil, _?): .orderedAscending
        case (_?, nil): .orderedDescending
        }
    }

    private static func words(_ value: Any) -> [Int64]? {
        (IdentityRewriter.identity((value as? FetchRecord)?.object ?? value) as? NSManagedObjectID).map {
            [Int64($0.key.store), Int64($0.key.root), $0.key.key]
        }
    }

    /// Throws if a descriptor of Swift's compares objects of a class that the candidates are not of.
    func check(for candidate: AnyObject, _ title: RequestTitle) throws(FetchRequestError) {
        for descriptor in descriptors where descriptor.key == nil {
            guard let path = descriptor.keyPath, !isObject(candidate, of: type(of: path).rootType) else { continue }
            throw title.error(
                .sortDescriptorWithoutKey, "\(path)",
                "The sort descriptor \(descriptor) compares objects of \(type(of: path).rootType), and these are of "
                    + "\(type(of: candidate))", "Make it with the name of a property.")
        }
    }

    private func isObject(_ object: AnyObject, of type: Any.Type) -> Bool {
        func test<Root>(_ root: Root.Type) -> Bool { object is Root }
        return test(type)
    }
}
