public import Foundation

/// A place in the history of one or several stores: up to which of their transactions somebody knows it.
///
/// Constant. Two tokens are equal where they say the same of the same stores. To be kept between runs of a program it is archived:
/// ```swift
/// let data = try NSKeyedArchiver.archivedData(withRootObject: token, requiringSecureCoding: true)
/// let token = try NSKeyedUnarchiver.unarchivedObject(ofClass: NSPersistentHistoryToken.self, from: data)
/// ```
open class NSPersistentHistoryToken: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // `@unchecked Sendable`: constant.

    /// The number of the last known transaction, by the identifiers of the stores.
    let positions: [String: Int64]
    /// Of a token that stands for a transaction the identifier of that one's store.
    private let own: String?

    /// - Parameter own: the identifier of the store by which it is compared; nil for all.
    package init(_ positions: [String: Int64], comparedBy own: String? = nil) {
        (self.positions, self.own) = (positions, own)
    }

    private static let key = "storeTokens"

    /// A token is archived without a class of its own inside.
    public static var supportsSecureCoding: Bool { true }

    /// Reads an archived token; nil for what is none.
    public required init?(coder: NSCoder) {
        let classes = [NSDictionary.self, NSString.self, NSNumber.self]
        guard let stored = coder.decodeObject(of: classes, forKey: Self.key) as? NSDictionary else { return nil }
        var positions: [String: Int64] = [:]
        for (store, number) in stored {
            guard let store = store as? String,
                let number = (number as? NSNumber)?.int64Value ?? number as? Int64
            else { return nil }
            positions[store] = number
        }
        (self.positions, own) = (positions, nil)
    }

    /// Archives the token.
    open func encode(with coder: NSCoder) {
        let stored = NSMutableDictionary()
        for (store, number) in positions { stored.setObject(NSNumber(value: number), forKey: NSString(string: store)) }
        coder.encode(stored, forKey: Self.key)
    }

    /// Returns the token itself: it is constant.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool {
        (object as? NSPersistentHistoryToken)?.positions == positions
    }

    open override var hash: Int { positions.hashValue }

    open override var description: String {
        let stores = positions.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        return "<NSPersistentHistoryToken: \(stores.joined(separator: ", "))>"
    }
}

extension NSPersistentHistoryToken: Comparable {
    /// Ours: whether the second one knows as much as the first one of each store, and more of one.
    ///
    /// So that a history's fetch request may ask for `token > %@`: of the transactions that it looks at, those that the given token does not
    /// know.
    public static func < (first: NSPersistentHistoryToken, second: NSPersistentHistoryToken) -> Bool {
        if let one = first.own, let other = second.own, one != other { return one < other }
        if let store = first.own ?? second.own {
            return first.positions[store] ?? 0 < second.positions[store] ?? 0
        }
        let stores = Set(first.positions.keys).union(second.positions.keys)
        let pairs = stores.map { (first.positions[$0] ?? 0, second.positions[$0] ?? 0) }
        return pairs.allSatisfy { $0.0 <= $0.1 } && pairs.contains { $0.0 < $0.1 }
    }
}
