internal import CLinux
import FileAccess
import Foundation
import Glibc
import Testing

@Suite(.serialized) struct OpenFolderTests {
    private let test = TestFolder()

    private func make() throws -> OpenFolder {
        try FileManager.default.createDirectory(
            atPath: test.path("in/deep"), withIntermediateDirectories: true)
        try FileManager.default.createDirectory(atPath: test.path("out"), withIntermediateDirectories: true)
        try test.write("inside", "in/file")
        try test.write("inside", "in/deep/file")
        try test.write("outside", "out/file")
        for (name, target) in [("in/link", "file"), ("in/leaving", "../out"), ("in/absolute", test.path("out"))] {
            try FileManager.default.createSymbolicLink(atPath: test.path(name), withDestinationPath: target)
        }
        return try OpenFolder(test.path("in"))
    }

    private func text(_ folder: OpenFolder, _ path: String) throws -> String {
        let handle = FileHandle(fileDescriptor: try folder.open(path, O_RDONLY), closeOnDealloc: true)
        return String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
    }

    /// Runs a closure with openat2, and as on a kernel without it.
    private func eachWay(_ body: () throws -> Void) rethrows {
        try body()
        mainspring_refuse_open_beneath(true)
        defer { mainspring_refuse_open_beneath(false) }
        try body()
    }

    @Test func `No path leads out of the folder, and no link is followed`() throws {
        let folder = try make()
        try eachWay { () throws in
            #expect(try text(folder, "file") == "inside")
            #expect(try text(folder, "deep/file") == "inside")
            for (path, error) in [
                ("link", ELOOP), ("leaving/file", ELOOP), ("absolute/file", ELOOP), ("../out/file", EXDEV),
                (test.path("out/file"), EXDEV), ("deep/../../out/file", EXDEV), ("missing", ENOENT),
            ] {
                let failure = #expect(throws: FileFailure.self) { try folder.open(path, O_RDONLY) }
                #expect(failure?.number == error, "\(path)")
            }
            #expect(throws: FileFailure.self) { try folder.folder("leaving") }
            #expect(try folder.folder("missing") === nil)
            #expect(throws: FileFailure.self) { try folder.open("leaving/new", O_WRONLY | O_CREAT, permissions: 0o600) }
        }
        #expect(try OpenFolder(test.path("out")).names() == ["file"])
    }

    @Test func `A folder is created once, and a link is not one`() throws {
        let folder = try make()
        try eachWay {
            #expect(try folder.createdFolder("deep").names() == ["file"])
            #expect(throws: FileFailure.self) { try folder.createdFolder("leaving") }
            #expect(try folder.createdFolder("new").names() == [])
            try folder.deleteEmptyFolder("new")
        }
    }

    @Test func `A file gets a new name only if no file has it`() throws {
        let folder = try make()
        try test.write("other", "in/other")
        #expect(try !folder.rename("other", toNew: "file"))
        #expect(try folder.rename("other", toNew: "another"))
        #expect(test.text("in/file") == "inside" && test.text("in/another") == "other")
    }

    @Test func `A folder's contents are deleted without what links lead to, and without devices and pipes`() throws {
        let folder = try make()
        mkfifo(test.path("in/deep/pipe"), 0o600)
        #expect(throws: FileFailure.self) { try folder.deleteContents() }
        #expect(FileKind.of(test.path("in/deep/pipe")) == .pipe)
        unlink(test.path("in/deep/pipe"))
        try folder.deleteContents()
        #expect(try folder.names() == [])
        #expect(test.text("out/file") == "outside")
    }

    @Test func `A temporary folder of a process that ended is deleted, and one in use stays`() throws {
        try test.write("store", "s.sqlite")
        let used = try TemporaryFolder(beside: test.path("s.sqlite"))
        mkdir(TemporaryName.beside(test.path("s.sqlite")), 0o700)
        try test.write("", ".s.sqlite.\(UUID().uuidString)")
        try test.write("", ".s.sqlite.not-ours")
        try FileManager.default.createDirectory(
            atPath: test.path(".other.\(UUID())"), withIntermediateDirectories: true)
        #expect(test.names.count == 6)
        TemporaryFolder.removeAbandoned(beside: test.path("s.sqlite"))
        #expect(test.names.count == 4)
        #expect(FileKind.of(used.path) == .folder)
        used.remove()
        #expect(FileKind.of(used.path) == nil)
    }
}
