import Foundation

/// What happens to a store in its life: rows come and change without objects, another process saves into the same file and is heard
/// of, whoever follows the history sees each change once, and the model becomes another one.
///
/// `StoreLife [FOLDER]`; without a folder the store goes with the program. Ends with an error if anything is not as it must be.
@main
enum StoreLife {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.first == OtherProcess.argument, let path = arguments.last {
            return try OtherProcess(url: URL(fileURLWithPath: path)).run()
        }
        let given = arguments.first.map { URL(fileURLWithPath: $0) }
        let folder = given ?? FileManager.default.temporaryDirectory.appendingPathComponent("life-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { if given == nil { try? FileManager.default.removeItem(at: folder) } }
        try await Life(url: folder.appendingPathComponent("places.sqlite")).run()
    }
}
