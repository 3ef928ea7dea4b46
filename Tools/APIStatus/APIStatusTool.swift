internal import Foundation

/// Writes the page that says what of Apple's API is here: `Scripts/api-status`.
@main
enum APIStatusTool {
    /// The page, from the root of the package.
    static let page = "Sources/Mainspring/Documentation.docc/APIStatus.md"

    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments == ["--modules"] { return print(Framework.all.flatMap(\.modules).joined(separator: " ")) }
        guard let graphs = arguments.first, arguments.count == 1 || arguments.dropFirst() == ["--check"] else {
            fail("usage: APIStatus FOLDER-OF-SYMBOL-GRAPHS [--check], at the root of the package")
        }
        do {
            let text = try StatusPage(Catalogue(of: Framework.all, graphs: graphs, package: ".")).text
            if arguments.count == 1 {
                try text.write(toFile: page, atomically: true, encoding: .utf8)
                print(page)
            } else if try String(contentsOfFile: page, encoding: .utf8) != text {
                fail("\(page) is not what the code says: run Scripts/api-status, and look at what changes.")
            }
        } catch { fail("\(error)") }
    }

    private static func fail(_ sentence: String) -> Never {
        FileHandle.standardError.write(Data((sentence + "\n").utf8))
        exit(1)
    }
}
