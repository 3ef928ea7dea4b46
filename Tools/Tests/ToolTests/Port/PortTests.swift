import Foundation
import Testing

@testable import Tool

@Suite struct PortTests {
    private static let source =
        "import Foundation\n\n@objc(Person)\npublic class Person: NSObject {\n    let key = #keyPath(Person.name)\n    let name = \"\"\n}\n"
    private static let ported =
        "import Foundation\n\npublic class Person: NSObject {\n    let key = \"name\"\n    let name = \"\"\n}\n"

    private func withSource(_ text: String, _ body: (URL) throws -> Void) throws {
        try Tool.inFolder { folder in
            let file = folder.appendingPathComponent("Person.swift")
            try Data(text.utf8).write(to: file)
            try body(file)
        }
    }

    @Test func `without being told to write it shows a difference that patch applies, and changes nothing`() throws {
        try withSource(Self.source) { file in
            let run = try Tool.run("port", file.path)
            #expect(
                run.status == 1 && run.output.hasPrefix("--- \(file.path)\n+++ \(file.path)\n@@ -1,7 +1,6 @@\n"),
                "\(run.output)")
            #expect(
                run.output.contains("-@objc(Person)\n") && run.output.contains("+    let key = \"name\"\n"),
                "\(run.output)")
            #expect(try String(contentsOf: file, encoding: .utf8) == Self.source)
        }
    }

    @Test func `it writes where it is told to, and then has nothing to do`() throws {
        try withSource(Self.source) { file in
            let run = try Tool.run("port", file.deletingLastPathComponent().path, "--write")
            #expect(run.status == 0, "\(run.output)\(run.errors)")
            #expect(try String(contentsOf: file, encoding: .utf8) == Self.ported)
            let again = try Tool.run("port", file.path)
            #expect(again.status == 0 && again.output.isEmpty)
        }
    }

    @Test func `what a person has to look at is told with its line, on standard error`() throws {
        try withSource("let action = #selector(Person.greet)\n") { file in
            let run = try Tool.run("port", file.path)
            #expect(run.status == 1 && run.errors.contains("\(file.path):1: #selector(Person.greet)"), "\(run.errors)")
            let report = try Tool.run("port", file.path, "--json").json()
            #expect((report["files"] as? [[String: Any]])?.count == 1)
        }
    }

    @Test func `what cannot be read is named, and all else is ported`() throws {
        try withSource(Self.source) { file in
            let folder = file.deletingLastPathComponent()
            for (name, bytes) in [("A.swift", [0x2f, 0x2f, 0xe9, 0x0a]), ("B.swift", Array("let b = 1\n".utf8))] {
                try Data(bytes).write(to: folder.appendingPathComponent(name))
            }
            try FileManager.default.createSymbolicLink(
                atPath: folder.appendingPathComponent("Gone.swift").path, withDestinationPath: "nowhere.swift")
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent("Folder.swift"), withIntermediateDirectories: false)
            let run = try Tool.run("port", folder.path, "--write")
            #expect(run.status == 2 && run.errors.contains("A.swift” is no UTF-8"), "\(run.errors)")
            #expect(run.errors.contains("cannot be read. Check that it exists"), "\(run.errors)")
            #expect(!run.errors.contains("Folder.swift"), "\(run.errors)")
            #expect(try String(contentsOf: file, encoding: .utf8) == Self.ported)
            let report = try Tool.run("port", folder.path, "--json", "--dry-run").json()
            #expect((report["failures"] as? [String])?.count == 2, "\(report)")
        }
    }

    @Test func `what a link leads to is ported where it is, and keeps its permissions`() throws {
        try withSource(Self.source) { file in
            let folder = file.deletingLastPathComponent()
            let (inner, link) = (folder.appendingPathComponent("Inner"), "Inner/Link.swift")
            try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
            try FileManager.default.createSymbolicLink(
                atPath: folder.appendingPathComponent(link).path, withDestinationPath: "../Person.swift")
            try FileManager.default.setAttributes([.posixPermissions: 0o750], ofItemAtPath: file.path)
            let run = try Tool.run("port", inner.path, "--write")
            #expect(run.status == 0, "\(run.output)\(run.errors)")
            #expect(try String(contentsOf: file, encoding: .utf8) == Self.ported)
            let manager = FileManager.default
            #expect(try manager.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o750)
            let place = folder.appendingPathComponent(link).path
            #expect(try manager.destinationOfSymbolicLink(atPath: place) == "../Person.swift")
        }
    }

    @Test(arguments: ["/nowhere/at/all", "/dev/null"])
    func `what is neither a file nor a folder is refused`(path: String) throws {
        let run = try Tool.run("port", path)
        #expect(run.status == 2 && run.errors.contains(path))
    }

    @Test(arguments: [
        ("", "a\n", "@@ -0,0 +1,1 @@\n+a\n"), ("a\n", "", "@@ -1,1 +0,0 @@\n-a\n"),
        ("a\nb", "a\nc", "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n\\ No newline at end of file\n"),
        (
            "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n", "x\n2\n3\n4\n5\n6\n7\n8\n9\ny\n",
            "@@ -1,4 +1,4 @@\n-1\n+x\n 2\n 3\n 4\n@@ -7,4 +7,4 @@\n 7\n 8\n 9\n-10\n+y\n"
        ),
    ])
    func `differences are written as diff writes them`(old: String, new: String, hunks: String) {
        #expect(UnifiedDifference.text(from: old, to: new, path: "f") == "--- f\n+++ f\n" + hunks)
    }
}
