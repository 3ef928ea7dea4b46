import Foundation
import Testing

/// A package as a step of a tutorial leaves it.
struct TutorialState: Sendable, CustomTestStringConvertible {
    /// Which step it is: the tutorial's name, and the number of the file that the step shows.
    let step: String
    /// The file that the step shows, by its path in the package.
    let changed: String
    /// Where the package's files lie in the catalogue, by their paths in the package.
    let files: [String: String]

    var testDescription: String { "\(step), \(changed)" }

    /// Writes the package into a folder.
    func write(to folder: String) throws {
        for (path, source) in files {
            let file = URL(fileURLWithPath: folder + "/" + path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try FileManager.default.copyItem(at: URL(fileURLWithPath: source), to: file)
        }
    }

    /// Paths in the package of the files in a target's folder.
    func files(of target: String) -> [String] { files.keys.filter { $0.hasPrefix(target + "/") }.sorted() }
}

/// The tutorial of the small Atlas.
enum Tutorial {
    private static let folder = Document.root + "/Sources/Mainspring/Documentation.docc/SmallAtlas/"

    /// The package after each step that shows code, in the order of the table of contents.
    static let states: [TutorialState] = {
        guard let contents = try? text("SmallAtlas") else { return [] }
        var files: [String: String] = [:]
        var states: [TutorialState] = []
        for reference in contents.matches(of: /@TutorialReference\(tutorial: "doc:([^"]+)"\)/) {
            let name = String(reference.1)
            guard let text = try? text(name) else { continue }
            for (number, code) in text.matches(of: /@Code\(name: "([^"]+)", file: "([^"]+)"\)/).enumerated() {
                let path = String(code.1)
                files[path] = folder + "Code/" + code.2
                states.append(TutorialState(step: "\(name) \(number + 1)", changed: path, files: files))
            }
        }
        return states
    }()

    private static func text(_ name: String) throws -> String {
        try String(contentsOfFile: folder + name + ".tutorial", encoding: .utf8)
    }
}
