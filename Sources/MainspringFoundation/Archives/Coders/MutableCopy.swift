internal import Foundation

/// The mutable classes of Foundation's, as which an object may want what is decoded as a value.
enum MutableCopy {
    /// A value as an object of a class; nil if it is no mutable class that fits.
    static func make(of value: Any, as class: AnyClass) -> Any? {
        switch value {
        case let text as String where `class` == NSMutableString.self: NSMutableString(string: text)
        case let bytes as Data where `class` == NSMutableData.self: NSMutableData(data: bytes)
        case let list as NSOrderedSet where `class` == NSMutableOrderedSet.self: NSMutableOrderedSet(orderedSet: list)
        case let list as [Any] where `class` == NSMutableArray.self: NSMutableArray(array: list)
        case let set as Set<AnyHashable> where `class` == NSMutableSet.self: NSMutableSet(set: set)
        case let entries as [AnyHashable: Any] where `class` == NSMutableDictionary.self:
            NSMutableDictionary(dictionary: entries)
        default: nil
        }
    }

    /// Whether a value is of a class, or is the value type that bridges to it.
    static func isInstance(_ value: Any, of class: AnyClass) -> Bool {
        ((value as AnyObject) as? NSObject)?.isKind(of: `class`) ?? (type(of: value) == `class`)
    }
}
