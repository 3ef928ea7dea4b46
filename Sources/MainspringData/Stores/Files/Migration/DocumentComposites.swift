internal import Foundation
internal import MainspringFoundation
internal import MainspringModel

/// Composite values in files, whose elements may have other names.
enum DocumentComposites {
    /// A value with the new elements; nil if it is as it was, or cannot be read.
    static func migrated(
        _ data: Data, _ composite: NSCompositeAttributeDescription, _ former: NSCompositeAttributeDescription
    ) -> Data? {
        guard names(composite) != names(former) else { return nil }
        let transformer = NSSecureUnarchiveFromDataTransformer()
        guard let old = transformer.transformedValue(data) as? [String: Any] else { return nil }
        var new: [String: Any] = [:]
        for part in CompositeParts.of(composite) {
            let value: Any? =
                if let source = CompositePairs.source(of: part, in: composite, former) {
                    source.path.reduce(old as Any?) { ($0 as? [String: Any])?[$1] }
                } else {
                    part.attribute.defaultValue
                }
            if let value { set(value, part.path[...], &new) }
        }
        return transformer.reverseTransformedValue(new) as? Data
    }

    private static func names(_ composite: NSCompositeAttributeDescription) -> Set<[String]> {
        Set(CompositeParts.of(composite).map(\.path))
    }

    private static func set(_ value: Any, _ path: ArraySlice<String>, _ values: inout [String: Any]) {
        guard let first = path.first else { return }
        if path.count == 1 { return values[first] = value }
        var inner = values[first] as? [String: Any] ?? [:]
        set(value, path.dropFirst(), &inner)
        values[first] = inner
    }
}
