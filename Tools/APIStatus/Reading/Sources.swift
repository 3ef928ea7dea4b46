internal import Foundation
internal import SourceScanning

/// The sources of the modules, as far as symbol graphs leave them out.
struct Sources {
    /// What a module declares as unavailable.
    private(set) var unavailable: [String: [UnavailableScanner.Found]] = [:]
    /// For each module, those that come with it.
    private(set) var exports: [String: Set<String>] = [:]
    /// Files whose extensions are ours as a whole, by the ends of their paths from `Sources/` on.
    private(set) var ours: Set<String> = []

    init(folder: String) throws {
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder).sorted() where path.hasSuffix(".swift")
        {
            let parts = path.split(separator: "/").map(String.init)
            // A module under Apple's name stands one folder deeper.
            let module = parts[0] == "DropIn" ? parts[1] : parts[0]
            let text = try String(contentsOfFile: folder + "/" + path, encoding: .utf8)
            if text.contains("@_exported") {
                let names = text.matches(of: /@_exported public import (\w+)/).map { String($0.output.1) }
                exports[module, default: []].formUnion(names)
            }
            if text.contains(/(^|\n)\/\/ Ours\b/) { ours.insert("Sources/" + path) }
            guard text.contains("unavailable") else { continue }
            unavailable[module, default: []] += UnavailableScanner.declarations(in: SourceFile(path: path, text: text))
        }
    }
}
