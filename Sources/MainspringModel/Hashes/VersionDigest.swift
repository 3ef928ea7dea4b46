package import Foundation

/// The digests over the version hashes of all entities, as they stand in the metadata of stores.
///
/// Both formulas were found by measuring stores that Apple's framework wrote: ten for the first, three for the second.
package enum VersionDigest {
    /// Base 64 of SHA-512 over, for each entity by the order of names, the name in UTF-8 and the hash.
    package static func digest(of hashes: [String: Data]) -> String {
        var digest = SHA512()
        for (name, hash) in sorted(hashes) {
            digest.update(name.utf8)
            digest.update(hash)
        }
        return Data(digest.finish()).base64EncodedString()
    }

    /// Base 64 of SHA-256 over the hashes by the order of the entities' names.
    package static func checksum(of hashes: [String: Data]) -> String {
        var digest = SHA256()
        for (_, hash) in sorted(hashes) { digest.update(hash) }
        return Data(digest.finish()).base64EncodedString()
    }

    /// By the code units of the names in UTF-8, which is an order that no locale changes.
    private static func sorted(_ hashes: [String: Data]) -> [(key: String, value: Data)] {
        hashes.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    }
}
