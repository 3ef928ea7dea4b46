internal import Foundation

/// The files of a `text/uri-list`: a URL a line, comments behind a number sign.
enum URIList {
    /// More files are not taken.
    static let limit = 10_000

    /// The files on this machine; what else there is is left out.
    static func files(in bytes: [UInt8]) -> [URL] {
        var files: [URL] = []
        for line in bytes.split(whereSeparator: { $0 == 10 || $0 == 13 || $0 == 0 }) where files.count < limit {
            guard line.first != UInt8(ascii: "#"), let url = URL(string: String(decoding: line, as: UTF8.self)),
                url.isFileURL, isHere(url.host), url.path.hasPrefix("/")
            else { continue }
            files.append(URL(fileURLWithPath: url.path))
        }
        return files
    }

    private static func isHere(_ host: String?) -> Bool {
        guard let host, !host.isEmpty, host != "localhost" else { return true }
        return Array(host.utf8) == TitleBytes.ofMachine()
    }
}
