/// A line of a CSV file, as RFC 4180 has them, with the line ends of Unix.
enum CSVRecord {
    static func line(_ fields: [String]) -> String { fields.map(field).joined(separator: ",") + "\n" }

    private static func field(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            byte != UInt8(ascii: ",") && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\n")
                && byte != UInt8(ascii: "\r")
        }
        return isPlain ? text : "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}
