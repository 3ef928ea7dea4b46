internal import Diagnostics

/// A key path whose keys and types are known: reads and sets without strings and without boxing. Ours.
///
/// Made once by ``KeyValuePath/resolved(for:as:)``, for whoever uses a path often, such as an animation at each frame.
/// Two are equal if their paths are. May be used by any thread; the object is used on the calling one.
public struct ResolvedKeyPath<Object: AnyObject, Value>: @unchecked Sendable {
    // `@unchecked Sendable`: constant; made of closures that are Sendable.

    /// The path.
    public let path: KeyValuePath
    private let access: ObjectAccess<Value>

    init(path: KeyValuePath, access: ObjectAccess<Value>) {
        self.path = path
        self.access = access
    }

    /// Whether the value can be set.
    public var isWritable: Bool { access.write != nil }

    /// Reads the value.
    public func get(from object: Object) -> Value { access.read(object) }

    /// Sets the value, which must be writable.
    public func set(_ value: Value, on object: Object) {
        guard let write = access.write else {
            programmerError(
                "The key path \"\(path)\" of \(Object.self) can only be read. Ask isWritable before setting it.")
        }
        write(object, value)
    }
}

extension ResolvedKeyPath: Hashable {
    /// Whether two paths are written alike.
    public static func == (left: ResolvedKeyPath, right: ResolvedKeyPath) -> Bool { left.path == right.path }

    /// Hashes the path.
    public func hash(into hasher: inout Hasher) { hasher.combine(path) }
}
