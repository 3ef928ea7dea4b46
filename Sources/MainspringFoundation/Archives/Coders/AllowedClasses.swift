internal import Foundation

/// The classes that an archive may have objects of, as the program lists them.
///
/// An archive's names are compared with the list's; no class is looked up by a name that a file has.
struct AllowedClasses {
    /// As the program lists them.
    let list: [AnyClass]
    private let classes: [String: AnyClass]

    init(_ list: [AnyClass]) {
        self.list = list
        classes = Dictionary(list.map { (Self.archivedName(of: $0), $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Under which name objects of a class are archived: Foundation's classes without a module.
    static func archivedName(of class: AnyClass) -> String {
        let name = String(reflecting: `class`)
        for module in ["Foundation.", "FoundationEssentials."] where name.hasPrefix(module) {
            return String(name.dropFirst(module.count))
        }
        return name
    }

    /// Whether there is one of the program's among them.
    var hasOwnClasses: Bool { classes.keys.contains { FoundationClass(rawValue: $0) == nil && $0 != "NSNumber" } }

    /// Whether one of the classes, the nearest first, is in the list.
    func contains(anyOf names: [String]) -> Bool { names.contains { classes[$0] != nil } }

    /// Whether objects of a class of Foundation's are allowed.
    func contains(_ known: FoundationClass) -> Bool { contains(anyOf: [known.rawValue] + known.superclasses) }

    /// Whether what needs no class is allowed, by the class that it has once it is decoded.
    func contains(_ value: PropertyListValue) -> Bool { contains(anyOf: [Self.className(of: value), "NSObject"]) }

    static func className(of value: PropertyListValue) -> String {
        switch value {
        case .string: "NSString"
        case .data: "NSData"
        case .date: "NSDate"
        case .array: "NSArray"
        case .dictionary: "NSDictionary"
        case .integer, .largeInteger, .real, .boolean, .uid: "NSNumber"
        }
    }

    /// The class of the program's that objects of an archive become: the listed one of that name, or the listed one
    /// that the program has said to `NSKeyedUnarchiver` takes its place.
    func ownClass(named name: String) -> (any NSSecureCoding.Type)? {
        let replaced: AnyClass? = NSKeyedUnarchiver.class(forClassName: name)
        return classes[replaced.map(Self.archivedName) ?? name] as? any NSSecureCoding.Type
    }
}
