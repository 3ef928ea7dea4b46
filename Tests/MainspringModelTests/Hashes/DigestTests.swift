import Foundation
import MainspringModel
import SeededRandom
import Testing

/// The examples of RFC 6234, section 8.5; the digests of 10,000 letters are those that OpenSSL gives.
@Suite struct DigestTests {
    static let long448 = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
    static let long896 =
        "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu"

    static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (long448, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
        (
            String(repeating: "0123456701234567012345670123456701234567012345670123456701234567", count: 10),
            "594847328451bdfa85056225462cc1d867d877fb388df0ce35f25ab5562bfbb5"
        ),
        (String(repeating: "a", count: 10_000), "27dd1f61b867b6a0f6e9d8a41c43231de52107e53ae424de8f847b821db4b711"),
    ])
    func `SHA-256 gives what the RFC says`(text: String, digest: String) {
        #expect(Self.hex(SHA256.hash(text.utf8)) == digest)
    }

    @Test(arguments: [
        (
            "",
            "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e"
        ),
        (
            "abc",
            "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
        ),
        (
            long896,
            "8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909"
        ),
        (
            String(repeating: "a", count: 10_000),
            "0593036f4f479d2eb8078ca26b1d59321a86bdfcb04cb40043694f1eb0301b8acd20b936db3c916ebcc1b609400ffcf3fa8d569d7e39293855668645094baf0e"
        ),
    ])
    func `SHA-512 gives what the RFC says`(text: String, digest: String) {
        #expect(Self.hex(SHA512.hash(text.utf8)) == digest)
    }

    @Test(arguments: Seeds.first(3))
    func `it makes no difference in which pieces bytes are taken`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<40 {
            let bytes = (0..<Int.random(in: 0...400, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            var short = SHA256()
            var long = SHA512()
            var rest = bytes[...]
            while !rest.isEmpty {
                let piece = rest.prefix(Int.random(in: 1...130, using: &random))
                short.update(piece)
                long.update(piece)
                rest = rest.dropFirst(piece.count)
            }
            #expect(short.finish() == SHA256.hash(bytes), "seed \(seed)")
            #expect(long.finish() == SHA512.hash(bytes), "seed \(seed)")
        }
    }
}
