internal import CZlib
internal import Foundation

/// Raw DEFLATE (RFC 1951), without the header and checksum of zlib: what a store's cached model is packed by.
enum Deflate {
    /// Packs bytes.
    static func compress(_ data: Data) throws(DeflateError) -> Data {
        var stream = z_stream()
        let began = deflateInit2_(
            &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, memoryLevel, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        guard began == Z_OK else { throw .noMemory }
        defer { deflateEnd(&stream) }
        return try run(&stream, data, limit: .max) { deflate(&$0, Z_FINISH) }
    }

    /// Unpacks bytes.
    ///
    /// - Parameter limit: So many come out at most: a few bytes may stand for very many.
    /// - Throws: `DeflateError` if the bytes are broken or cut off, something follows them, or too many come out.
    static func decompress(_ data: Data, limit: Int) throws(DeflateError) -> Data {
        var stream = z_stream()
        let began = inflateInit2_(&stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard began == Z_OK else { throw .noMemory }
        defer { inflateEnd(&stream) }
        return try run(&stream, data, limit: limit) { inflate(&$0, Z_NO_FLUSH) }
    }

    /// What zlib takes for the greatest memory that is sensible.
    private static let memoryLevel: Int32 = 8

    /// Feeds all bytes to a stream, piece by piece, and gathers what comes out.
    private static func run(
        _ stream: inout z_stream, _ input: Data, limit: Int, _ step: (inout z_stream) -> Int32
    ) throws(DeflateError) -> Data {
        var input = [UInt8](input)
        var output = Data()
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        guard let inputCount = UInt32(exactly: input.count) else { throw .tooLarge(limit: Int(UInt32.max)) }
        // The pointers are used inside of the closures only; zlib reads and writes no more than it is told.
        let failure = input.withUnsafeMutableBufferPointer { source -> DeflateError? in
            stream.next_in = source.baseAddress
            stream.avail_in = inputCount
            while true {
                let (result, count) = piece.withUnsafeMutableBufferPointer { target in
                    stream.next_out = target.baseAddress
                    stream.avail_out = UInt32(target.count)
                    return (step(&stream), target.count - Int(stream.avail_out))
                }
                guard output.count + count <= limit else { return .tooLarge(limit: limit) }
                output += piece[..<count]
                switch result {
                case Z_STREAM_END: return stream.avail_in == 0 ? nil : .somethingFollows
                case Z_OK where count > 0 || stream.avail_in > 0: continue
                case Z_OK, Z_BUF_ERROR: return .truncated
                case Z_MEM_ERROR: return .noMemory
                default: return .broken
                }
            }
        }
        if let failure { throw failure }
        return output
    }
}
