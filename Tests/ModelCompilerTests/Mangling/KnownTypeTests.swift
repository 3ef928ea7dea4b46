import Foundation
import SourceScanning
import Testing

@testable import ModelCompiler

@Suite struct KnownTypeTests {
    private static let generic: [String: String] = [
        "Array": "Array<Int>", "Dictionary": "Dictionary<Int, Int>", "Set": "Set<Int>", "Range": "Range<Int>",
        "ClosedRange": "ClosedRange<Int>", "Measurement": "Measurement<UnitLength>",
        "NSCache": "NSCache<NSString, NSString>",
    ]

    @Test func `every known type of Swift and Foundation has the symbol that the compiler gives it`() throws {
        let names =
            KnownTypes.types.filter { ["Swift", "Foundation", "FoundationEssentials"].contains($0.value.module) }
            .keys + KnownTypes.aliases.keys.filter { !$0.hasPrefix("CF") }
        let properties = names.sorted().enumerated().map { "    @NSManaged var p\($0): \(Self.generic[$1] ?? $1)" }
        let text =
            "import Foundation\nclass NSManagedObject: NSObject {}\nclass A: NSManagedObject {\n"
            + properties.joined(separator: "\n") + "\n}\n"
        let compiler = try SwiftCompiler()
        defer { compiler.remove() }
        let object = compiler.folder.appending(path: "a.o").path
        let source = try compiler.write(text, as: "a.swift")
        try compiler.run(
            ["swiftc", "-parse-as-library", "-module-name", "Known", "-c", source, "-o", object])
        let wanted = try compiler.undefinedSymbols([object]).filter { $0.hasPrefix("$s5Known1AC") }

        // The scanner sees the class as a library's, so that it has a root.
        let scanned = text.replacing("class NSManagedObject: NSObject {}\n", with: "")
        let plan = TargetPlanner.plan(
            TargetSource(module: "Known", files: [ScannedFile(path: "a.swift", text: scanned)]))
        #expect(plan.diagnostics == [])
        let given = Set(plan.classes.flatMap(\.members).flatMap(\.symbols))
        #expect(wanted.subtracting(given).sorted() == [])
        #expect(given.subtracting(wanted).sorted() == [])
    }

    @Test(arguments: [
        ("", "d41d8cd98f00b204e9800998ecf8427e"), ("a", "0cc175b9c0f1b6a831c399e269772661"),
        ("abc", "900150983cd24fb0d6963f7d28e17f72"), ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
        ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
        (
            "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
            "57edf4a22be3c955ac49da2e2107b67a"
        ),
    ])
    func `digests are those of RFC 1321`(text: String, expected: String) {
        let digest = MD5.digest(Array(text.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(digest == expected)
    }
}
