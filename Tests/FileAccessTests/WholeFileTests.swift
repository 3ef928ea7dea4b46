import FileAccess
import Foundation
import Glibc
import Testing

@Suite struct WholeFileTests {
    private let folder = TestFolder()
    private let data = Data("new".utf8)

    @Test func `A file that exists is replaced, and keeps its permissions`() throws {
        for permissions in [0o600, 0o640, 0o666] as [mode_t] {
            try folder.write("old", "file", permissions: permissions)
            try WholeFile.write(data, to: folder.path("file"), isSynchronized: true)
            #expect(folder.text("file") == "new")
            #expect(FileStatus.of(folder.path("file"))?.permissions == permissions)
        }
        #expect(folder.names == ["file"])
    }

    @Test func `A new file has the permissions of its model, or those of the umask`() throws {
        try folder.write("", "model", permissions: 0o600)
        try WholeFile.write(data, to: folder.path("copy"), like: FileStatus.of(folder.path("model")))
        #expect(FileStatus.of(folder.path("copy"))?.permissions == 0o600)
        let mask = umask(0o027)
        try WholeFile.write(data, to: folder.path("new"))
        umask(mask)
        #expect(FileStatus.of(folder.path("new"))?.permissions == 0o640)
    }

    @Test func `A link stays, and the file that it leads to is replaced`() throws {
        try folder.write("old", "file")
        for (name, target) in [("link", "file"), ("second", folder.path("link")), ("toNothing", "missing")] {
            try FileManager.default.createSymbolicLink(atPath: folder.path(name), withDestinationPath: target)
            try WholeFile.write(Data(name.utf8), to: folder.path(name))
            #expect(FileKind.of(folder.path(name), followsLinks: false) == .link)
            #expect(folder.text(name) == name)
        }
        #expect(folder.text("file") == "second" && folder.text("missing") == "toNothing")
    }

    @Test(arguments: OddFile.allCases) func `What is no regular file is not replaced`(odd: OddFile) throws {
        let path = folder.path("odd")
        try odd.make(at: path)
        let before = (folder.names, OddFile.facts(path))
        let failure = #expect(throws: FileFailure.self) { try WholeFile.write(data, to: path) }
        #expect(failure?.clause.hasSuffix("not a regular file") == true)
        #expect((folder.names, OddFile.facts(path)) == before)
        #expect(throws: FileFailure.self) { try RegularFile.delete(path) }
        try folder.write("", "other")
        #expect(throws: FileFailure.self) { try RegularFile.rename(folder.path("other"), over: path) }
        #expect(OddFile.facts(path) == before.1)
    }

    @Test func `A file that cannot be written leaves nothing behind`() throws {
        #expect(throws: FileFailure.self) { try WholeFile.write(data, to: folder.path("missing/file")) }
        #expect(folder.names == [])
        // A name of 255 bytes leaves no room for the temporary name's mark.
        let name = String(repeating: "ä", count: 127)
        try WholeFile.write(data, to: folder.path(name))
        #expect(folder.names == [name])
    }

    @Test func `A temporary name is recognized as one of its file`() {
        for name in ["a", "a.sqlite", String(repeating: "ü", count: 120)] {
            let temporary = (TemporaryName.beside("/x/" + name) as NSString).lastPathComponent
            #expect(TemporaryName.isOne(temporary, of: name))
            #expect(!TemporaryName.isOne(temporary, of: "b" + name))
            #expect(!TemporaryName.isOne(temporary + "x", of: name))
            #expect(temporary.utf8.count <= 255)
        }
    }

    @Test func `Random identifiers differ without a free descriptor`() throws {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        var low = limit
        low.rlim_cur = 0
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &low)
        let identifiers = (0..<100).map { _ in UUID.random() }
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        #expect(Set(identifiers).count == 100)
        for identifier in identifiers {
            #expect(identifier.uuid.6 >> 4 == 4 && identifier.uuid.8 >> 6 == 0b10)
        }
    }
}
