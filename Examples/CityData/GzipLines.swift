internal import CCityZlib
internal import Foundation

/// The lines of a file that gzip has packed, or that is not packed at all; one after the other, so that the whole of it is
/// never in memory.
///
/// Lines end with a line feed, which is not part of them. Belongs to one thread at a time.
final class GzipLines: Sequence, IteratorProtocol {
    private let file: gzFile
    private var piece = [UInt8](repeating: 0, count: 1 << 16)
    /// What of the piece was unpacked, and is not given out yet.
    private var rest = 0..<0

    /// Opens a file.
    /// - Throws: if there is none that can be read.
    init(path: String) throws(CityDataError) {
        guard let file = gzopen(path, "rb") else { throw CityDataError("\(path) cannot be opened: \(systemError()).") }
        self.file = file
    }

    deinit { gzclose(file) }

    /// Why there are no more lines, other than that the file is at its end.
    private(set) var failure: CityDataError?

    /// The next line; nil at the end, and where the file is broken.
    func next() -> String? {
        var line: [UInt8] = []
        while true {
            if rest.isEmpty, !fill() { return line.isEmpty || failure != nil ? nil : text(line[...]) }
            let end = piece[rest].firstIndex(of: UInt8(ascii: "\n"))
            let part = piece[rest.lowerBound..<(end ?? rest.upperBound)]
            rest = (end.map { $0 + 1 } ?? rest.upperBound)..<rest.upperBound
            guard end != nil else {
                line += part
                continue
            }
            return line.isEmpty ? text(part) : text(line[...] + part)
        }
    }

    private func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

    /// Unpacks the next piece; false if there is none.
    private func fill() -> Bool {
        // zlib writes no more than it is told.
        let count = piece.withUnsafeMutableBytes { gzread(file, $0.baseAddress, UInt32($0.count)) }
        var code: Int32 = 0
        if let sentence = gzerror(file, &code), code != Z_OK, code != Z_STREAM_END {
            failure = CityDataError("A packed file is broken: \(String(cString: sentence)).")
        }
        rest = 0..<Int(Swift.max(count, 0))
        return failure == nil && !rest.isEmpty
    }
}

/// What the system said last.
private func systemError() -> String { String(cString: strerror(errno)) }
