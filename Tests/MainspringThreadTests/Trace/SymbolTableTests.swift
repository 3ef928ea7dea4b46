import Glibc
import SeededRandom
import Testing

@testable import LoopWatchdog
@testable import Mainspring

@Suite struct SymbolTableTests {
    @Test func `reads no names from what is not a file, not an ELF file, or empty`() throws {
        #expect(SymbolTable(path: "/nowhere") == nil)
        #expect(SymbolTable(path: "/proc/self") == nil)
        try withFile(Array("#!/bin/sh\n".utf8)) { #expect(SymbolTable(path: $0) == nil) }
        try withFile([]) { #expect(SymbolTable(path: $0) == nil) }
    }

    @Test func `finds the innermost of the functions around an address, and none outside`() throws {
        let table = try #require(SymbolTable(path: "/proc/self/exe"))
        #expect(table.functions(around: []).isEmpty)
        #expect(table.functions(around: [0]).map(\.?.name) == [nil])
        #expect(table.functions(around: [0, .max]).count == 2)
    }

    @Test(arguments: Seeds.first(20))
    func `does not crash on a damaged file`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let whole = try contents(of: "/proc/self/exe", limit: 1 << 16)
        for _ in 0..<10 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                // Mostly in the header, where it hurts.
                let place = Int.random(in: 16..<(Bool.random(using: &random) ? 64 : bytes.count), using: &random)
                bytes[place] = UInt8.random(in: 0...255, using: &random)
            }
            if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
            try withFile(bytes) { path in
                _ = SymbolTable(path: path)?.functions(around: [0, 0x1000, 0x10_0000, .max])
            }
        }
    }

    private func contents(of path: String, limit: Int) throws -> [UInt8] {
        let file = try #require(fopen(path, "r"))
        defer { fclose(file) }
        return [UInt8](unsafeUninitializedCapacity: limit) { $1 = fread($0.baseAddress, 1, limit, file) }
    }

    private func withFile(_ bytes: [UInt8], _ body: (String) throws -> Void) throws {
        let file = OwnDescriptor.file("")
        #expect(write(file.number, bytes, bytes.count) == bytes.count)
        try body("/proc/self/fd/\(file.number)")
    }
}
