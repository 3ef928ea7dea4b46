public import Foundation

// The keys that Apple's classes have by their methods without arguments, for the values that are bridged to them. Of
// those methods the ones that make a value of a value; an object is reached through the value that it is bridged to.

extension String: KeyValueStructure {
    /// What `NSString` has: `length` in UTF-16 units, other cases, the number that it begins with, and the parts of a
    /// file path.
    public static let keyValueMembers = StructureMembers<String> {
        $0.add("length", get: { $0.utf16.count })
        $0.add("uppercaseString", get: { $0.uppercased() })
        $0.add("lowercaseString", get: { $0.lowercased() })
        $0.add("capitalizedString", get: { $0.capitalized })
        $0.add("doubleValue", get: { NSString(string: $0).doubleValue })
        $0.add("floatValue", get: { NSString(string: $0).floatValue })
        $0.add("intValue", get: { NSString(string: $0).intValue })
        $0.add("integerValue", get: { NSString(string: $0).integerValue })
        $0.add("longLongValue", get: { NSString(string: $0).longLongValue })
        $0.add("boolValue", get: { NSString(string: $0).boolValue })
        $0.add("lastPathComponent", get: { NSString(string: $0).lastPathComponent })
        $0.add("pathExtension", get: { NSString(string: $0).pathExtension })
        $0.add("description", get: { $0 })
    }
}

extension Date: KeyValueStructure {
    /// The seconds since the reference date and since 1970.
    public static let keyValueMembers = StructureMembers<Date> {
        $0.add("timeIntervalSinceReferenceDate", get: { $0.timeIntervalSinceReferenceDate })
        $0.add("timeIntervalSince1970", get: { $0.timeIntervalSince1970 })
        $0.add("description", get: { $0.printed })
    }
}

extension Data: KeyValueStructure {
    /// `length` in bytes.
    public static let keyValueMembers = StructureMembers<Data> {
        $0.add("length", get: { $0.count })
    }
}

extension URL: KeyValueStructure {
    /// The parts that `NSURL` has.
    public static let keyValueMembers = StructureMembers<URL> {
        $0.add("absoluteString", get: { $0.absoluteString })
        $0.add("scheme", get: { $0.scheme })
        $0.add("host", get: { $0.host })
        $0.add("port", get: { $0.port })
        $0.add("path", get: { $0.path })
        $0.add("query", get: { $0.query })
        $0.add("fragment", get: { $0.fragment })
        $0.add("lastPathComponent", get: { $0.lastPathComponent })
        $0.add("pathExtension", get: { $0.pathExtension })
        $0.add("isFileURL", get: { $0.isFileURL })
    }
}

extension UUID: KeyValueStructure {
    /// The text, as `UUIDString`.
    public static let keyValueMembers = StructureMembers<UUID> {
        $0.add("UUIDString", get: { $0.uuidString })
    }
}
