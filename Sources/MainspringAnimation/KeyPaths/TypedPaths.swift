internal import Foundation

/// Key paths that the compiler has checked, and the key paths of key-value coding that they stand for.
struct TypedPaths {
    private(set) var names: [AnyKeyPath: String] = [:]

    /// Adds a property, and the members of its value that animations reach.
    mutating func add<Root, Value>(_ path: ReferenceWritableKeyPath<Root, Value>, _ key: String) {
        names[path] = key
        switch path as AnyKeyPath {
        case let path as ReferenceWritableKeyPath<Root, CGPoint>:
            add(path, \.x, key, "x")
            add(path, \.y, key, "y")
        case let path as ReferenceWritableKeyPath<Root, CGSize>:
            add(path, \.width, key, "width")
            add(path, \.height, key, "height")
        case let path as ReferenceWritableKeyPath<Root, CGRect>:
            add(path, \.origin, key, "origin")
            add(path, \.origin.x, key, "origin.x")
            add(path, \.origin.y, key, "origin.y")
            add(path, \.size, key, "size")
            add(path, \.size.width, key, "size.width")
            add(path, \.size.height, key, "size.height")
        case let path as ReferenceWritableKeyPath<Root, CATransform3D>:
            add(path, \.rotation.x, key, "rotation.x")
            add(path, \.rotation.y, key, "rotation.y")
            add(path, \.rotation.z, key, "rotation.z")
            add(path, \.scale.x, key, "scale.x")
            add(path, \.scale.y, key, "scale.y")
            add(path, \.scale.z, key, "scale.z")
            add(path, \.translation.x, key, "translation.x")
            add(path, \.translation.y, key, "translation.y")
            add(path, \.translation.z, key, "translation.z")
        default: break
        }
    }

    private mutating func add<Root, Value, Member>(
        _ path: ReferenceWritableKeyPath<Root, Value>, _ member: WritableKeyPath<Value, Member>, _ key: String,
        _ name: String
    ) {
        names[path.appending(path: member)] = "\(key).\(name)"
    }
}
