import Foundation
import MainspringData
import MainspringModel
import Testing

@Suite struct StoreMigrateTests {
    /// Runs a closure with a library and the second version of its model.
    private func withVersions(_ options: [AnyHashable: Any]? = nil, _ body: (URL, String) throws -> Void) throws {
        try Tool.inFolder { folder in
            let model = folder.appendingPathComponent("New.mom")
            try Library.model(isNew: true).write(to: model)
            let stores = folder.appendingPathComponent("stores")
            try FileManager.default.createDirectory(at: stores, withIntermediateDirectories: true)
            let url = stores.appendingPathComponent("Library.sqlite")
            try Library.makeClosed(at: url, options: options)
            try body(url, model.path)
        }
    }

    @Test func `a dry run says what would become of entities and tables, and changes nothing`() throws {
        try withVersions { url, model in
            let before = try FolderContents.of(url.deletingLastPathComponent())
            let run = try Tool.run("store", "migrate", url.path, "--to", model, "--dry-run")
            #expect(run.status == 0, "\(run.errors)")
            #expect(
                run.lines.contains("entity Book: changed; new: isbn; renamed: headline (was title)"), "\(run.output)")
            #expect(
                run.lines.contains("table ZBOOK: in place") && run.lines.last == "Nothing was changed.", "\(run.output)"
            )
            #expect(try FolderContents.of(url.deletingLastPathComponent()) == before)
        }
    }

    @Test(arguments: [false, true])
    func `a store is migrated where it is, with its history`(hasHistory: Bool) throws {
        try withVersions(hasHistory ? [NSPersistentHistoryTrackingKey: true] : nil) { url, model in
            #expect(try Tool.run("store", "migrate", url.path, "--to", model).status == 0)
            let run = try Tool.run(
                "store", "fetch", url.path, "Book", "--columns", "headline,isbn", "--sort", "headline", "--csv")
            #expect(run.lines.first == "headline,isbn" && run.output.contains("Engines,"), "\(run.errors)")
            #expect(try Tool.run("store", "verify", url.path).status == 0)
            let again = try Tool.run("store", "migrate", url.path, "--to", model)
            #expect(again.status == 0 && again.output.contains("already"), "\(again.output)")
            if hasHistory { #expect(try Tool.run("store", "history", url.path).lines.count == 6) }
        }
    }

    @Test func `a copy is migrated, and the store stays as it is`() throws {
        try withVersions { url, model in
            let folder = url.deletingLastPathComponent()
            let before = try FolderContents.of(folder)
            let copy = folder.appendingPathComponent("Copy.sqlite").path
            #expect(try Tool.run("store", "migrate", url.path, "--to", model, "--output", copy).status == 0)
            var after = try FolderContents.of(folder)
            #expect(after.removeValue(forKey: "Copy.sqlite") != nil && after == before, "\(after.keys)")
            #expect(try Tool.run("store", "fetch", copy, "Book", "--columns", "headline").output.contains("Engines"))
            let again = try Tool.run("store", "migrate", url.path, "--to", model, "--output", copy)
            #expect(again.status == 2 && again.errors.contains("there already"), "\(again.errors)")
        }
    }

    @Test(.enabled(if: AppleStores.areHere, AppleStores.skipped), arguments: ["SampleModel3_v2", "SampleModel3_v3"])
    func `Apple's store is migrated where a lightweight migration leads, or stays as it is`(version: String) throws {
        try AppleStores.withCopy("samplemodel/SampleModel3_V1.sqlite") { url in
            let model = AppleStores.url("samplemodel/SampleModel3.momd").path
            let before = try FolderContents.of(url.deletingLastPathComponent())
            let dry = try Tool.run("store", "migrate", url.path, "--to", model, "--version", version, "--dry-run")
            let run = try Tool.run("store", "migrate", url.path, "--to", model, "--version", version)
            guard dry.status == 0, run.status == 0 else {
                #expect(run.status == 2 && !run.errors.isEmpty, "\(run.errors)")
                return #expect(try FolderContents.of(url.deletingLastPathComponent()) == before)
            }
            #expect(try Tool.run("store", "verify", url.path, "--model", model).status == 0)
        }
    }
}
