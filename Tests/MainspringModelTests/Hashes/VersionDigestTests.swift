import Foundation
import MainspringModel
import Testing

/// The formulas over all version hashes, against what Apple's tools wrote.
@Suite struct VersionDigestTests {
    @Test(.enabled(if: AppleStores.areHere, "\(AppleStores.skipped)"))
    func `the checksum of each version is that of the compiled model`() throws {
        let list = try AppleStores.propertyList("samplemodel/SampleModel3.momd/VersionInfo.plist")
        let hashes = try #require(list["NSManagedObjectModel_VersionHashes"] as? [String: [String: Data]])
        let checksums = try #require(list["NSManagedObjectModel_VersionChecksums"] as? [String: String])
        #expect(checksums.count == 3)
        for (name, checksum) in checksums {
            let known = try #require(hashes[name])
            #expect(VersionDigest.checksum(of: known) == checksum, "\(name)")
        }
    }

    @Test(.enabled(if: AppleStores.areHere, "\(AppleStores.skipped)"))
    func `a model whose entities carry known hashes has the checksum of the file`() throws {
        let list = try AppleStores.propertyList("samplemodel/SampleModel3.momd/VersionInfo.plist")
        let hashes = try #require(list["NSManagedObjectModel_VersionHashes"] as? [String: [String: Data]])
        let known = try #require(hashes["SampleModel3_v3"])
        let model = NSManagedObjectModel()
        model.entities = known.sorted { $0.key > $1.key }.map { name, hash in
            let entity = entity(name)
            entity.knownVersionHash = hash
            return entity
        }
        #expect(model.entityVersionHashesByName == known)
        #expect(model.versionChecksum == "HFFd7j8Z9/s0tJ1vqPzVSPX/pNYEbNAlXayypitIFow=")
        model.freeze()
        #expect(model.entityVersionHashesByName == known)
        #expect(
            model.isConfiguration(withName: nil, compatibleWithStoreMetadata: [NSStoreModelVersionHashesKey: known]))
    }

    @Test(.enabled(if: AppleStores.areReadable, "\(AppleStores.skipped)"))
    func `digest and checksum are those of the stores' metadata`() throws {
        var digests = 0
        var checksums = 0
        for (name, list) in try AppleStores.metadata() {
            let hashes = try #require(list["NSStoreModelVersionHashes"] as? [String: Data])
            if let digest = list["NSStoreModelVersionHashesDigest"] as? String {
                #expect(VersionDigest.digest(of: hashes) == digest, "\(name)")
                digests += 1
            }
            if let checksum = list["NSStoreModelVersionChecksumKey"] as? String {
                #expect(VersionDigest.checksum(of: hashes) == checksum, "\(name)")
                checksums += 1
            }
        }
        #expect(digests >= 3 && checksums >= 1)
    }

    @Test func `digest and checksum of no entities are those of no bytes`() {
        #expect(VersionDigest.checksum(of: [:]) == Data(SHA256.hash([])).base64EncodedString())
        #expect(VersionDigest.digest(of: [:]) == Data(SHA512.hash([])).base64EncodedString())
    }
}
