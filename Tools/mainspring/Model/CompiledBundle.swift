internal import Foundation

/// A folder of a model's compiled versions.
enum CompiledBundle {
    /// Whether all that is in a folder is of a compiled model, ours or Xcode's.
    static func isOne(_ folder: String) -> Bool {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return false }
        return names.contains("VersionInfo.plist")
            && names.allSatisfy { name in
                let isNamedSo = name == "VersionInfo.plist" || name.hasSuffix(".mom") || name.hasSuffix(".omo")
                return isNamedSo && FileKind.isFile("\(folder)/\(name)")
            }
    }
}
