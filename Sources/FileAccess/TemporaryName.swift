internal import Foundation

/// Names for files that are written beside another file until they replace it: `.NAME.UUID`.
package enum TemporaryName {
    /// The longest name of a file, in bytes, on Linux's file systems.
    private static let limit = 255
    /// A UUID as text, and two periods.
    private static let extra = 36 + 2

    /// Returns a path in the folder of a file, at which nothing exists.
    package static func beside(_ path: String) -> String {
        let folder = (path as NSString).deletingLastPathComponent
        let name = prefix((path as NSString).lastPathComponent) + UUID.random().uuidString
        return folder.isEmpty ? name : (folder as NSString).appendingPathComponent(name)
    }

    /// Whether a name in a file's folder is one that ``beside(_:)`` returns for the file.
    package static func isOne(_ name: String, of file: String) -> Bool {
        // Cheaper than the prefix. Most names in a folder do not begin with a period.
        guard name.utf8.first == UInt8(ascii: ".") else { return false }
        let prefix = prefix(file)
        return name.hasPrefix(prefix) && UUID(uuidString: String(name.dropFirst(prefix.count))) != nil
    }

    private static func prefix(_ name: String) -> String {
        var part = name[...]
        while part.utf8.count > limit - extra { part.removeLast() }
        return ".\(part)."
    }
}
