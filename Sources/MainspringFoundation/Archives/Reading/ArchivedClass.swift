/// A class as an archive describes it: names only.
package struct ArchivedClass: Hashable, Sendable {
    /// The name of the class.
    package let name: String
    /// The name and those of the classes above it, the root last.
    package let names: [String]

    /// - Parameter superclasses: The names of the classes above it, the nearest first.
    package init(_ name: String, superclasses: [String] = ["NSObject"]) {
        self.name = name
        names = [name] + superclasses
    }

    /// The key under which an object refers to its class.
    static let reference = "$class"

    /// The name in what stands in an archive for a class; nil if it is something else.
    static func name(_ entries: PropertyListDictionary) -> String? { entries["$classname"]?.string }

    /// What an archive has for a class; nil if it is something else.
    init?(_ entries: PropertyListDictionary) {
        guard let name = Self.name(entries) else { return nil }
        self.name = name
        let listed = entries["$classes"]?.array?.compactMap(\.string) ?? []
        names = listed.first == name ? listed : [name]
    }

    /// What stands in an archive for it.
    var value: PropertyListValue {
        .dictionary(["$classname": .string(name), "$classes": .array(names.map(PropertyListValue.string))])
    }
}
