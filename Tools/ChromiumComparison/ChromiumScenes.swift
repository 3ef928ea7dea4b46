internal import Foundation
internal import Glibc
internal import MainspringGraphics
internal import MainspringRendering

/// Compares animated scenes with Chromium's pictures of them: `Scripts/compare-with-chromium`.
@main
enum ChromiumScenes {
    static func main() {
        CGContext.installCairo()
        do {
            let arguments = Array(CommandLine.arguments.dropFirst())
            switch (arguments.first, arguments.count) {
            case ("write", 2...):
                try write(to: URL(fileURLWithPath: arguments[1]), names: Array(arguments.dropFirst(2)))
            case ("compare", 3...):
                let isWithin = try compare(
                    picturesIn: URL(fileURLWithPath: arguments[1]), page: URL(fileURLWithPath: arguments[2]),
                    names: Array(arguments.dropFirst(3)))
                exit(isWithin ? 0 : 1)
            default: fail("usage: chromium-scenes write FILE [SCENE...] | compare FOLDER PAGE [SCENE...]")
            }
        } catch { fail("\(error)") }
    }

    /// What the browser is to do.
    private struct Order: Encodable {
        let name: String
        let html: String
        let script: String
        /// In milliseconds.
        let instants: [Double]
    }

    private static func write(to file: URL, names: [String]) throws {
        let orders = try scenes(names).map {
            Order(name: $0.name, html: $0.html, script: $0.script, instants: $0.instants.map { $0 * 1000 })
        }
        try JSONEncoder().encode(orders).write(to: file)
    }

    /// Writes the page, and the table on standard output. Returns whether all differences are allowed.
    private static func compare(picturesIn folder: URL, page: URL, names: [String]) throws -> Bool {
        let browser = try String(contentsOf: folder.appendingPathComponent("browser.txt"), encoding: .utf8)
        let results = try scenes(names).map { try SceneResult($0, picturesIn: folder) }
        try ComparisonPage(results: results, browser: browser).text().write(to: page, atomically: true, encoding: .utf8)
        print("Compared with \(browser).\n")
        print(SummaryTable(results: results, browser: browser).text, terminator: "")
        return results.allSatisfy { $0.verdict != .above }
    }

    /// All scenes, or those of some names.
    private static func scenes(_ names: [String]) throws -> [Scene] {
        let all = Scene.all
        guard !names.isEmpty else { return all }
        return try names.map { name in
            guard let scene = all.first(where: { $0.name == name }) else {
                throw ComparisonError(
                    "There is no scene \(name). There are: \(all.map(\.name).joined(separator: ", ")).")
            }
            return scene
        }
    }

    private static func fail(_ message: String) -> Never {
        FileHandle.standardError.write(Data("\(message)\n".utf8))
        exit(2)
    }
}
