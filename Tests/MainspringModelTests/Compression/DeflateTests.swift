import Foundation
import SeededRandom
import Testing

@testable import MainspringModel

@Suite struct DeflateTests {
    @Test(arguments: [0, 1, 100, 65_536, 65_537, 300_000])
    func `what was packed unpacks to the same`(count: Int) throws {
        var random = SeededGenerator(seed: 7)
        let data = Data((0..<count).map { _ in UInt8.random(in: 0...20, using: &random) })
        #expect(try Deflate.decompress(Deflate.compress(data), limit: count) == data)
    }

    @Test func `more than the limit is not unpacked`() throws {
        let bomb = try Deflate.compress(Data(count: 10_000_000))
        #expect(bomb.count < 20_000)
        #expect(throws: DeflateError.tooLarge(limit: 1_000_000)) { try Deflate.decompress(bomb, limit: 1_000_000) }
    }

    @Test func `what ends early, goes on or is no DEFLATE is an error`() throws {
        let packed = try Deflate.compress(Data("model".utf8))
        #expect(throws: DeflateError.truncated) { try Deflate.decompress(packed.dropLast(), limit: 100) }
        #expect(throws: DeflateError.truncated) { try Deflate.decompress(Data(), limit: 100) }
        #expect(throws: DeflateError.somethingFollows) { try Deflate.decompress(packed + [0], limit: 100) }
        #expect(throws: DeflateError.broken) { try Deflate.decompress(Data(repeating: 0xFF, count: 9), limit: 100) }
    }
}
