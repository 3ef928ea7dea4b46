public import Foundation

extension CGPoint: KeyValueStructure {
    /// `x` and `y`.
    public static let keyValueMembers = StructureMembers<CGPoint> {
        $0.add("x", get: { $0.x }, set: { $0.x = $1 })
        $0.add("y", get: { $0.y }, set: { $0.y = $1 })
    }
}

extension CGSize: KeyValueStructure {
    /// `width` and `height`.
    public static let keyValueMembers = StructureMembers<CGSize> {
        $0.add("width", get: { $0.width }, set: { $0.width = $1 })
        $0.add("height", get: { $0.height }, set: { $0.height = $1 })
    }
}

extension CGRect: KeyValueStructure {
    /// `origin` and `size`, and through them `origin.x` and so on.
    public static let keyValueMembers = StructureMembers<CGRect> {
        $0.add("origin", get: { $0.origin }, set: { $0.origin = $1 })
        $0.add("size", get: { $0.size }, set: { $0.size = $1 })
    }
}

extension NSRange: KeyValueStructure {
    /// `location` and `length`.
    public static let keyValueMembers = StructureMembers<NSRange> {
        $0.add("location", get: { $0.location }, set: { $0.location = $1 })
        $0.add("length", get: { $0.length }, set: { $0.length = $1 })
    }
}
