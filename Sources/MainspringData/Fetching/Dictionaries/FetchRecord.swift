internal import Foundation
internal import MainspringFoundation

/// A dictionary in the making: its columns, and the object that it is about, for whom sorting asks by key.
final class FetchRecord: KeyValueCoding {
    /// The object, or the first of a group; nil if there is none.
    let object: (any FetchCandidate)?
    private let columns: [FetchColumn]
    let values: [Any?]
    /// What it is grouped by.
    private var groupColumns: [FetchColumn] = []
    private var groupValues: [Any?] = []

    /// - Parameter aggregates: the values of aggregates by their variables.
    init(_ object: (any FetchCandidate)?, _ columns: [FetchColumn], _ aggregates: [String: Any] = [:]) throws {
        self.object = object
        self.columns = columns
        let variables: NSMutableDictionary? = aggregates.isEmpty ? nil : NSMutableDictionary()
        for (name, value) in aggregates { variables?.setObject(value, forKey: NSString(string: name)) }
        values = try columns.map { try $0.value(of: object, variables) }
    }

    /// The record with what it is grouped by.
    func adding(_ columns: [FetchColumn], _ values: [Any?]) -> FetchRecord {
        (groupColumns, groupValues) = (columns, values)
        return self
    }

    /// What comes out: nil is a key that is not there.
    var dictionary: NSDictionary {
        let dictionary = NSMutableDictionary(capacity: columns.count)
        for (column, value) in zip(columns, values) {
            if let value { dictionary.setObject(value, forKey: column.key) }
        }
        return dictionary
    }

    /// The columns by their names, with `NSNull` for nil.
    var named: [String: Any] {
        Dictionary(zip(columns.map(\.name), values.map { $0 ?? NSNull() })) { first, _ in first }
    }

    // MARK: - Values by key

    /// A column, or what the object has.
    func value(forKey key: String) -> Any? { value(forKeyPath: key) }

    /// A column, whose name may be a path, or what the object has.
    func value(forKeyPath keyPath: String) -> Any? {
        if let index = columns.firstIndex(where: { $0.name == keyPath }) { return values[index] }
        if let index = groupColumns.firstIndex(where: { $0.name == keyPath }) { return groupValues[index] }
        return object?.value(forKeyPath: keyPath)
    }
}
