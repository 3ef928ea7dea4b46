import Foundation
@_spi(Tools) import MainspringModel
import Testing

/// Where the tool writes, and what it leaves alone there.
@Suite struct OutputPlaceTests {
    /// Runs a closure with a folder that has a store and a model in it.
    private func withFiles(_ body: (_ folder: URL, _ store: String, _ model: String) throws -> Void) throws {
        try Tool.inFolder { folder in
            let (store, model) = (
                folder.appendingPathComponent("Library.sqlite"), folder.appendingPathComponent("Library.mom")
            )
            try Library.makeClosed(at: store)
            try Library.model().write(to: model)
            try body(folder, store.path, model.path)
        }
    }

    /// Makes a model as Xcode has it.
    private func makeSource(in folder: URL) throws -> URL {
        let source = folder.appendingPathComponent("Map.xcdatamodeld")
        let version = source.appendingPathComponent("Map.xcdatamodel")
        try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
        let text = """
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
                <entity name="City" representedClassName="City" syncable="YES" codeGenerationType="class">
                    <attribute name="name" optional="YES" attributeType="String"/>
                </entity>
            </model>
            """
        try Data(text.utf8).write(to: version.appendingPathComponent("contents"))
        return source
    }

    /// What is at a path, and who may do what with it; 0 for nothing. Links are not followed.
    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode : 0
    }

    @Test func `an export is replaced only if nothing else is in its folder`() throws {
        try withFiles { folder, store, _ in
            let place = folder.appendingPathComponent("out")
            #expect(try Tool.run("store", "export", store, "-o", place.path).status == 0)
            #expect(try Tool.run("store", "export", store, "-o", place.path, "--csv").status == 0)
            for name in ["notes.txt", "Other.csv", "sub/Author.csv"] {
                let other = place.appendingPathComponent(name)
                try FileManager.default.createDirectory(
                    at: other.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data("mine".utf8).write(to: other)
                let before = try FolderContents.of(folder)
                let run = try Tool.run("store", "export", store, "-o", place.path)
                #expect(run.status == 2 && run.errors.contains("something else"), "\(name): \(run.errors)")
                #expect(try FolderContents.of(folder) == before, "\(name)")
                try FileManager.default.removeItem(
                    at: name.hasPrefix("sub") ? other.deletingLastPathComponent() : other)
            }
            #expect(try Tool.run("store", "export", store, "-o", place.path).status == 0)
            // A file that is called so and is none of an export's.
            let foreign = folder.appendingPathComponent("foreign")
            try FileManager.default.createDirectory(at: foreign, withIntermediateDirectories: true)
            try Data("{}".utf8).write(to: foreign.appendingPathComponent("export.json"))
            #expect(try Tool.run("store", "export", store, "-o", foreign.path).status == 2)
            #expect(try FolderContents.of(foreign) == ["export.json": Data("{}".utf8)])
        }
    }

    @Test func `a compiled model is replaced only if nothing else is in its folder`() throws {
        try Tool.inFolder { folder in
            let source = try makeSource(in: folder).path
            let place = folder.appendingPathComponent("Made.momd")
            for _ in 0..<2 { #expect(try Tool.run("model", "compile", source, "-o", place.path).status == 0) }
            try Data("mine".utf8).write(to: place.appendingPathComponent("notes.txt"))
            let before = try FolderContents.of(folder)
            let run = try Tool.run("model", "compile", source, "-o", place.path)
            #expect(run.status == 2 && run.errors.contains("something else"), "\(run.errors)")
            #expect(try FolderContents.of(folder) == before)
        }
    }

    @Test func `what is read is not written over, by whatever name`() throws {
        try withFiles { folder, store, model in
            let source = try makeSource(in: folder).path
            let (link, hard) = (folder.path + "/link", folder.path + "/hard")
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "Library.sqlite")
            try FileManager.default.linkItem(atPath: store, toPath: hard)
            let before = try FolderContents.of(folder)
            var runs = try [store, link, hard].map { try Tool.run("store", "export", store, "--json", "-o", $0) }
            runs.append(try Tool.run("store", "export", store, "--model", model, "--json", "-o", model))
            runs.append(try Tool.run("store", "migrate", store, "--to", model, "-o", link))
            runs.append(try Tool.run("model", "show", model, "--svg", model))
            runs.append(try Tool.run("model", "show", source, "--svg", source + "/Map.xcdatamodel/contents"))
            runs.append(try Tool.run("model", "compile", source, "-o", source))
            runs.append(try Tool.run("model", "generate", source, "--module", "Map", "-o", source))
            for run in runs {
                #expect(run.status == 2 && run.errors.contains("would be written over"), "\(run.errors)")
            }
            #expect(try FolderContents.of(folder) == before)
        }
    }

    @Test func `what a link leads to is written, and keeps its permissions`() throws {
        try withFiles { folder, _, model in
            let inner = folder.appendingPathComponent("inner")
            try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
            let target = inner.appendingPathComponent("target.svg")
            try Data("before".utf8).write(to: target)
            chmod(target.path, 0o640)
            let links = ["first.svg": "inner/target.svg", "second.svg": "first.svg", "new.svg": "inner/new.svg"]
            for (name, destination) in links {
                try FileManager.default.createSymbolicLink(
                    atPath: folder.path + "/" + name, withDestinationPath: destination)
            }
            for name in links.keys {
                let run = try Tool.run("model", "show", model, "--svg", folder.path + "/" + name)
                #expect(run.status == 0, "\(run.errors)")
            }
            for (name, destination) in links {
                let found = try FileManager.default.destinationOfSymbolicLink(atPath: folder.path + "/" + name)
                #expect(found == destination)
            }
            let names = try FileManager.default.contentsOfDirectory(atPath: inner.path).sorted()
            #expect(names == ["new.svg", "target.svg"])
            #expect(try String(contentsOf: target, encoding: .utf8).contains("<svg"))
            #expect(mode(target.path) & 0o777 == 0o640)
        }
    }

    @Test func `a pipe is written into and stays one`() throws {
        try withFiles { folder, store, model in
            let pipe = folder.path + "/pipe"
            #expect(mkfifo(pipe, 0o600) == 0)
            let commands = [
                "store export '\(store)' --json -o '\(pipe)'", "model show '\(model)' --svg '\(pipe)'",
            ]
            for (command, word) in zip(commands, ["\"entities\"", "<svg"]) {
                // Whoever reads would wait for ever if nobody wrote into the pipe.
                let run = try Tool.shell(
                    """
                    cat '\(pipe)' & reader=$!
                    mainspring \(command)
                    status=$?
                    [ $status = 0 ] && [ -p '\(pipe)' ] || kill $reader
                    wait $reader
                    echo "status $status"
                    """)
                #expect(run.output.contains(word) && run.output.hasSuffix("status 0\n"), "\(run.output)")
                #expect(mode(pipe) & S_IFMT == S_IFIFO)
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 3)
        }
    }

    @Test func `a full device is told by its own name`() throws {
        try withFiles { folder, store, _ in
            // One of the test's own, where it may make one.
            let device = folder.path + "/full"
            guard try Tool.shell("mknod '\(device)' c 1 7 && : >'\(device)'").status == 0 else { return }
            let run = try Tool.run("store", "export", store, "--json", "-o", device)
            #expect(run.status == 2 && run.errors.contains("“\(device)” cannot be written: No space"), "\(run.errors)")
            #expect(mode(device) & S_IFMT == S_IFCHR)
        }
    }

    @Test func `a sentence names the place and not what is beside it`() throws {
        try withFiles { folder, store, _ in
            let place = folder.path + "/no/all.json"
            let run = try Tool.run("store", "export", store, "--json", "-o", place)
            #expect(run.status == 2 && run.errors.contains("“\(place)”") && !run.errors.contains(".all.json"))
        }
    }
}
