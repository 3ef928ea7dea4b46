internal import Foundation

/// Texts as properties of windows have them.
enum TitleBytes {
    /// More bytes of a title are not told: nobody could read them.
    static let limit = 4096

    /// Up to a zero, which ends a text for many window managers, and no character cut in two.
    static func of(_ title: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for character in title {
            let next = character.utf8
            guard bytes.count + next.count <= limit, !next.contains(0) else { break }
            bytes.append(contentsOf: next)
        }
        return bytes
    }

    /// The program's name twice, as instance and as class, each with a zero at its end.
    static func ofClass(_ arguments: [String] = CommandLine.arguments) -> [UInt8] {
        let name = arguments.first?.split(separator: "/").last.map(String.init) ?? "mainspring"
        let bytes = of(String(name.prefix(64)))
        return bytes + [0] + bytes + [0]
    }

    /// The machine's name.
    static func ofMachine() -> [UInt8] {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { name in
            let start = name.baseAddress!
            guard gethostname(start, 255) == 0 else { return [] }
            name[255] = 0
            return Array(String(cString: start).utf8)
        }
    }
}
