internal import Foundation

/// What a proxy of a collection reads and sets: the property of an object, by its key or a path.
struct ProxyAccess {
    let read: () -> Any?
    let write: (Any) -> Void

    /// The elements that the property has now; none if it is nil.
    var elements: [Any] {
        guard let value = read() else { return [] }
        return (value as? any KeyValueCollection)?.keyValueElements ?? []
    }

    /// Sets the property to changed elements.
    func change(_ body: (inout [Any]) -> Void) {
        var elements = elements
        body(&elements)
        write(elements)
    }
}

extension KeyValueCoding {
    func access(key: String) -> ProxyAccess {
        ProxyAccess(read: { self.value(forKey: key) }, write: { self.setValue($0, forKey: key) })
    }

    func access(path: String) -> ProxyAccess {
        ProxyAccess(read: { self.value(forKeyPath: path) }, write: { self.setValue($0, forKeyPath: path) })
    }
}
