/// The entries of a dictionary in a property list: a list of keys, which dictionaries that are alike share, and a value for
/// each.
///
/// The objects of an archive are thousands of dictionaries with a few lists of some dozen keys, and each is asked for
/// most of them. So an entry is found by going along a short list, which costs less than the hash of its key.
package struct PropertyListDictionary: Sendable {
    /// A list of keys, none of them twice. Constant.
    package final class Keys: Sendable {
        let names: [String]
        /// Where each key stands in a long list; nil for a short one.
        private let places: [String: Int]?

        /// A list of more keys is long.
        static let shortCount = 32

        /// - Parameter names: must be different from each other.
        init(_ names: [String]) {
            self.names = names
            places =
                names.count > Self.shortCount ? Dictionary(uniqueKeysWithValues: zip(names, names.indices)) : nil
        }

        /// Where a key stands.
        func place(of key: String) -> Int? {
            if let places { return places[key] }
            // Most keys have another length, which is quick to see.
            let length = key.utf8.count
            return names.firstIndex { $0.utf8.count == length && $0 == key }
        }
    }

    /// The keys. Dictionaries of a binary list that have the same keys in the same order share it.
    package let keyList: Keys
    /// The values in the order of the keys.
    package let values: [PropertyListValue]

    init(_ keys: Keys, _ values: [PropertyListValue]) {
        keyList = keys
        self.values = values
    }

    package init(_ entries: [String: PropertyListValue]) { self.init(Keys(Array(entries.keys)), Array(entries.values)) }
}

extension PropertyListDictionary {
    package var count: Int { values.count }
    package var keys: [String] { keyList.names }

    /// The value of a key.
    package subscript(key: String) -> PropertyListValue? { keyList.place(of: key).map { values[$0] } }

    /// The entries as a dictionary of Swift's.
    package var entries: [String: PropertyListValue] { Dictionary(uniqueKeysWithValues: zip(keys, values)) }
}

extension PropertyListDictionary: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (String, PropertyListValue)...) {
        self.init(Dictionary(uniqueKeysWithValues: elements))
    }
}

extension PropertyListDictionary: Hashable {
    /// Whether two dictionaries have equal values for equal keys, in whatever order.
    package static func == (left: PropertyListDictionary, right: PropertyListDictionary) -> Bool {
        left.keyList === right.keyList ? left.values == right.values : left.entries == right.entries
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(entries) }
}
