internal import Foundation

/// Finds models among the resources of a program.
///
/// SwiftPM copies the resources of each target into a folder `Package_Target.resources` beside the executable, or
/// beside
/// the tests. Those of all targets are looked through, and the main bundle.
enum ModelSearch {
    /// The extensions of models; of several forms of one model the compiled one counts.
    private static let extensions = ["momd", "mom", "xcdatamodeld", "xcdatamodel"]
    /// So deep folders are looked into: resources may lie in folders of their own.
    private static let greatestDepth = 4
    /// So many files are looked at in a folder with all below it.
    private static let greatestCount = 20_000

    /// Models by their names, and of a name in the order of the folders.
    ///
    /// In a folder the models of one name are forms of one; those in another model's folder are its versions.
    static func models(in folders: [URL]) -> [(name: String, url: URL)] {
        folders.flatMap { folder in
            var found: [String: (rank: Int, url: URL)] = [:]
            var left = greatestCount
            collect(folder, depth: 0, &left, &found)
            return found.sorted { $0.key < $1.key }.map { (name: $0.key, url: $0.value.url) }
        }
    }

    private static func collect(
        _ folder: URL, depth: Int, _ left: inout Int, _ found: inout [String: (rank: Int, url: URL)]
    ) {
        guard depth <= greatestDepth,
            let contents = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        else { return }
        for name in contents.sorted() where left > 0 {
            left -= 1
            let url = folder.appendingPathComponent(name)
            if let rank = extensions.firstIndex(of: url.pathExtension) {
                let name = url.deletingPathExtension().lastPathComponent
                if found[name].map({ rank < $0.rank }) ?? true { found[name] = (rank, url) }
            } else if isFolder(url) {
                collect(url, depth: depth + 1, &left, &found)
            }
        }
    }

    /// Links are not followed: they may lead round.
    private static func isFolder(_ url: URL) -> Bool {
        let type = try? FileManager.default.attributesOfItem(atPath: url.path)[.type] as? FileAttributeType
        return type == .typeDirectory
    }

    /// Where resources of a bundle lie.
    static func folder(of bundle: Bundle) -> URL { bundle.resourceURL ?? bundle.bundleURL }

    /// Where resources of the program lie: those of its targets by the folders' names.
    static var programFolders: [URL] {
        let places = Set(
            [Bundle.main.bundleURL, Bundle.main.executableURL?.deletingLastPathComponent()].compactMap(\.self))
        return places.sorted { $0.path < $1.path }.flatMap { place in
            let names = (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []
            return names.filter { $0.hasSuffix(ResourceBundleName.suffix) }.sorted().map {
                place.appendingPathComponent($0)
            }
        } + mainBundleFolders
    }

    /// The main bundle is a folder of its own only where it was made as one; else it is the one with the executable, in
    /// which anything may lie.
    private static var mainBundleFolders: [URL] {
        guard let resources = Bundle.main.resourceURL, resources.path != Bundle.main.bundleURL.path else { return [] }
        return [resources]
    }
}
