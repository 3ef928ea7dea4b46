import Foundation

@testable import MainspringData

/// Makes the tree of a table one whose inner pages lead to one and the same page, over and over: a file of a few pages that has
/// rows without end.
enum PageTower {
    private static let width = 200

    /// - Parameter table: of a file that nobody has open, and that has no log.
    static func build(_ url: URL, _ table: String, depth: Int = 8) throws {
        let root = Int(try Fixture.rows(url, "SELECT rootpage FROM sqlite_master WHERE name = '\(table)'")[0])!
        var file = [UInt8](try Data(contentsOf: url))
        let size = Int(file[16]) << 8 | Int(file[17])
        func add(_ page: [UInt8]) -> Int {
            file += page
            return file.count / size
        }
        let rootPlace = (root - 1) * size
        var child = add(Array(file[rootPlace..<rootPlace + size]))
        for level in 0..<depth {
            let page = inner(size, child)
            if level == depth - 1 {
                file.replaceSubrange(rootPlace..<rootPlace + size, with: page)
            } else {
                child = add(page)
            }
        }
        // How many pages there are; the same count of changes twice says that this is right.
        file.replaceSubrange(28..<32, with: four(file.count / size))
        file.replaceSubrange(92..<96, with: file[24..<28])
        try Data(file).write(to: url)
    }

    private static func four(_ value: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }

    /// An inner page of a table's tree, as SQLite's file format has it.
    private static func inner(_ size: Int, _ child: Int) -> [UInt8] {
        // A cell is the page that it leads to, and the last key there.
        let cell = four(child) + [0x85, 0x00]
        let first = size - width * cell.count
        var page: [UInt8] = [5, 0, 0, 0, UInt8(width), UInt8(first >> 8), UInt8(first & 0xFF), 0] + four(child)
        for index in 0..<width {
            let place = first + index * cell.count
            page += [UInt8(place >> 8), UInt8(place & 0xFF)]
        }
        page += [UInt8](repeating: 0, count: first - page.count)
        for _ in 0..<width { page += cell }
        return page
    }
}
