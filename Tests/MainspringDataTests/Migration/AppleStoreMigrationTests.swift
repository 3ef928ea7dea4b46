import Foundation
import MainspringModel
import Testing

@testable import MainspringData

/// Stores of Apple's that are migrated as Apple's framework does it.
@Suite(.enabled(if: AppleStores.areHere, Comment(rawValue: AppleStores.skipped)))
struct AppleStoreMigrationTests {
    let folder = Scratch()

    func copy(_ path: String) throws -> URL {
        let url = folder.url("store.sqlite")
        try AppleStores.copy(path, to: url)
        return url
    }

    func version(_ name: String, of path: String) throws -> NSManagedObjectModel {
        let bundle = try ModelBundle(contentsOf: AppleStores.folder.appendingPathComponent(path))
        return try #require(bundle.versions.first { $0.name == name }).model
    }

    func migrate(_ url: URL, to model: NSManagedObjectModel) throws {
        let (coordinator, store) = try Fixture.open(url, model, options: LightweightMigrationTests.options)
        #expect(store.readOnlyReason == nil)
        #expect(model.isConfiguration(withName: nil, compatibleWithStoreMetadata: store.metadata))
        try coordinator.remove(store)
        #expect(try Fixture.rows(url, "PRAGMA integrity_check") == ["ok"])
    }

    @Test func `SampleModel goes from its first version to its third`() throws {
        let url = try copy("samplemodel/SampleModel_V1.sqlite")
        let cars =
            "SELECT Z_PK, Z_ENT, Z_OPT, ZOWNER, ZISLIMITEDEDITION, ZMAKER, ZMODEL, ZNUMBERPLATE FROM ZCAR ORDER BY 1"
        let people = "SELECT Z_PK, Z_ENT, Z_OPT, ZUPDATEDAT, ZFIRSTNAME, ZLASTNAME FROM ZPERSON ORDER BY 1"
        let before = (try Fixture.rows(url, cars), try Fixture.rows(url, people))
        #expect(before.0.count == 125 && before.1.count == 20)
        try migrate(url, to: version("SampleModel2", of: "samplemodel/SampleModel.momd"))
        #expect(try Fixture.rows(url, cars) == before.0)
        #expect(try Fixture.rows(url, people) == before.1)
        #expect(
            try Fixture.rows(url, "SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY ORDER BY 1") == [
                "1|Car|0|125", "2|SportCar|1|0", "3|LuxuryCar|2|0", "4|Person|0|20",
            ])
        // The columns of removed attributes are gone, and the index is there, as in the file that Apple's framework has made.
        let migrated = folder.url("migrated.sqlite")
        try AppleStores.copy("samplemodel/SampleModel_V2.sqlite", to: migrated)
        #expect(try columns(url, "ZCAR") == columns(migrated, "ZCAR"))
        #expect(
            try Fixture.schema(url).filter { $0.contains("INDEX") }
                == Fixture.schema(migrated).filter { $0.contains("INDEX") })

        try migrate(url, to: version("SampleModel3", of: "samplemodel/SampleModel.momd"))
        let kept = "SELECT Z_PK, Z_ENT, Z_OPT, ZOWNER, ZISLIMITEDEDITION, ZMODEL, ZNUMBERPLATE FROM ZCAR ORDER BY 1"
        let original = folder.url("original.sqlite")
        try AppleStores.copy("samplemodel/SampleModel_V1.sqlite", to: original)
        #expect(try Fixture.rows(url, kept) == Fixture.rows(original, kept))
        #expect(try Fixture.rows(url, people) == before.1)
        #expect(try Fixture.rows(url, "SELECT count(*) FROM ZMAKER") == ["0"])
    }

    @Test func `A store that Apple's framework has migrated, with an old name in it, goes on`() throws {
        let url = try copy("samplemodel/SampleModel_V2.sqlite")
        try migrate(url, to: version("SampleModel3", of: "samplemodel/SampleModel.xcdatamodeld"))
        #expect(
            try Fixture.rows(url, "SELECT Z_NAME FROM Z_PRIMARYKEY ORDER BY 1") == [
                "Car", "LuxuryCar", "Maker", "Person", "SportCar",
            ])
        #expect(try Fixture.rows(url, "SELECT count(*) FROM ZCAR WHERE ZNUMBERPLATE IS NOT NULL") == ["125"])
    }

    @Test func `SampleModel3 goes from its first version to its third`() throws {
        let url = try copy("samplemodel/SampleModel3_V1.sqlite")
        let names = try Fixture.rows(url, "SELECT Z_PK, ZNAME FROM ZUSER ORDER BY 1")
        try migrate(url, to: version("SampleModel3_v2", of: "samplemodel/SampleModel3.momd"))
        try migrate(url, to: version("SampleModel3_v3", of: "samplemodel/SampleModel3.momd"))
        #expect(try Fixture.rows(url, "SELECT Z_PK, ZNAME FROM ZUSER ORDER BY 1") == names)
        #expect(try columns(url, "ZUSER") == ["ZNAME", "ZPET", "Z_ENT", "Z_OPT", "Z_PK"])
        // What says the version is what Apple's compiler has computed.
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url)
        #expect(
            metadata[NSPersistentStoreModelVersionChecksumKey] as? String
                == "HFFd7j8Z9/s0tJ1vqPzVSPX/pNYEbNAlXayypitIFow=")
        #expect(metadata["MainspringVersionHashes"] == nil)
    }

    private func columns(_ url: URL, _ table: String) throws -> [String] {
        let copy = folder.url("columns-\(UUID().uuidString).sqlite")
        try FileManager.default.copyItem(at: url, to: copy)
        return try Fixture.rows(copy, "SELECT name FROM pragma_table_info('\(table)') ORDER BY name")
    }
}
