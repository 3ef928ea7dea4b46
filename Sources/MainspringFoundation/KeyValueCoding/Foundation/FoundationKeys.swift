internal import Foundation

/// The keys of Foundation's classes that are not reached through a value: see `Values+KeyValueStructure.swift` for
/// those.
enum FoundationKeys {
    static let tables: [ObjectIdentifier: KeyTable] = [
        ObjectIdentifier(NSObject.self): KeyTable(NSObject.self) {
            $0.add("description", get: { $0.description })
            $0.add("hash", get: { $0.hash })
        },
        ObjectIdentifier(NSNumber.self): KeyTable(NSNumber.self) {
            $0.add("intValue", get: { $0.int32Value })
            $0.add("integerValue", get: { $0.intValue })
            $0.add("longLongValue", get: { $0.int64Value })
            $0.add("floatValue", get: { $0.floatValue })
            $0.add("doubleValue", get: { $0.doubleValue })
            $0.add("boolValue", get: { $0.boolValue })
            $0.add("stringValue", get: { $0.stringValue })
        },
    ]
}
