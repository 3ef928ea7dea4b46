internal import Foundation

/// Sort descriptors in archives: key, order, and the name of the method. The keys are ours.
enum SortDescriptorCoding {
    private static let keyKey = "Mainspring.key"
    private static let ascendingKey = "Mainspring.ascending"
    private static let selectorKey = "Mainspring.selector"

    static func write(_ descriptor: NSSortDescriptor, with coder: NSCoder) {
        guard let selector = descriptor.selector, descriptor.keyPath == nil || descriptor.key != nil else {
            return PredicateFailure.report(.notCodable(descriptor.description))
        }
        if let key = descriptor.key { coder.encode(NSString(string: key), forKey: keyKey) }
        coder.encode(descriptor.ascending, forKey: ascendingKey)
        coder.encode(NSString(string: selector.description), forKey: selectorKey)
    }

    static func read(from coder: NSCoder) -> NSSortDescriptor? {
        let key = coder.decodeObject(of: NSString.self, forKey: keyKey)
        guard let selector = coder.decodeObject(of: NSString.self, forKey: selectorKey) else {
            FormatCoding.fail("a sort descriptor has no method", coder)
            return nil
        }
        let name = String._unconditionallyBridgeFromObjectiveC(selector)
        guard let comparison = TextComparison(rawValue: name) else {
            FormatCoding.fail("a sort descriptor has an unknown method", coder)
            return nil
        }
        return NSSortDescriptor(
            key: key.map { String._unconditionallyBridgeFromObjectiveC($0) }, keyPath: nil,
            ascending: coder.decodeBool(forKey: ascendingKey), order: .selector(comparison, comparison.selector))
    }
}
