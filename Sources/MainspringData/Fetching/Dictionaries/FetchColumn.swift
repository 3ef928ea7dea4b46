internal import Foundation
internal import MainspringFoundation
internal import MainspringModel

/// A column of a fetch's dictionaries, or something that they are grouped by.
struct FetchColumn {
    /// Where the value comes from.
    package enum Source {
        /// What a path of attributes leads to.
        case attribute(path: String, isKey: Bool)
        /// The identity of the object itself, or of the one that a to-one relationship leads to.
        case identity(IdentityPath)
        /// What is computed of one object, or of all of a group.
        case computed(ComputedColumn)
    }

    let name: String
    /// The name as dictionaries have it, made once.
    let key: NSString
    let source: Source

    init(name: String, source: Source) {
        self.name = name
        key = NSString(string: name)
        self.source = source
    }

    /// The value of an object.
    /// - Parameter object: nil where there is none, of which only aggregates have a value.
    /// - Parameter aggregates: the values of the aggregates by their variables.
    func value(of object: (any FetchCandidate)?, _ aggregates: NSMutableDictionary?) throws -> Any? {
        switch source {
        case .attribute(let path, let isKey):
            plain(isKey ? object?.value(forKey: path) : object?.value(forKeyPath: path))
        case .identity(let path): object.flatMap { path.identity(of: $0) }
        case .computed(let column): try column.value(of: object, aggregates)
        }
    }

    /// Whether the value is computed.
    var isComputed: Bool { if case .computed = source { true } else { false } }

    /// The column for one fetch.
    func fixed() throws -> FetchColumn {
        guard case .computed(let column) = source else { return self }
        return FetchColumn(name: name, source: .computed(try column.fixed()))
    }
}
