import Foundation
import SourcePorting
import Testing

@Suite struct SourcePortTests {
    private func folder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "mainspring-port-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder.appending(path: "in/.build"), withIntermediateDirectories: true)
        try Data("@objc(A) class A {}".utf8).write(to: folder.appending(path: "in/a.swift"))
        try Data("class B {}".utf8).write(to: folder.appending(path: "b.swift"))
        try Data("@objc class C {}".utf8).write(to: folder.appending(path: "in/.build/c.swift"))
        try Data("@objc".utf8).write(to: folder.appending(path: "in/d.txt"))
        return folder
    }

    @Test func `a dry run says what would change and changes nothing`() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let result = try SourcePort.port(folder, isDryRun: true)
        #expect(result.filesRead == 2)
        #expect(result.files.map(\.text) == ["class A {}"])
        let file = folder.appending(path: "in/a.swift")
        #expect(try String(contentsOf: file, encoding: .utf8) == "@objc(A) class A {}")
    }

    @Test func `a run writes what changes and passes hidden folders over`() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        _ = try SourcePort.port(folder, isDryRun: false)
        let file = folder.appending(path: "in/a.swift")
        #expect(try String(contentsOf: file, encoding: .utf8) == "class A {}")
        let hidden = folder.appending(path: "in/.build/c.swift")
        #expect(try String(contentsOf: hidden, encoding: .utf8) == "@objc class C {}")
        #expect(try SourcePort.port(folder, isDryRun: false).files.isEmpty)
    }

    @Test func `a path that is not there is an error that names it`() {
        let error = SourcePortError.unreadable("/no/such/file.swift")
        #expect(throws: error) { try SourcePort.port(URL(fileURLWithPath: "/no/such/file.swift"), isDryRun: true) }
        #expect("\(error)" == "“/no/such/file.swift” cannot be read. Check that it exists and may be read.")
    }

    @Test func `a file that is no UTF-8 is a failure that names it`() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "b.swift")
        try Data([0xFF, 0xFE]).write(to: file)
        #expect(try SourcePort.port(folder, isDryRun: true).failures == [.notUTF8(file.path)])
    }
}
