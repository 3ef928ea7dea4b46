/// A line of a CSV file, as RFC 4180 has them, with the line ends of Unix: its tools take a carriage return for a part of the last field.
enum CSVRecord {
    /// A field that is nil has nothing in it, and an empty text stands in quotes. So does a field that is nil and the only one: readers
    /// skip lines with nothing in them.
    static func line(_ fields: [String?]) -> String {
        guard fields != [nil] else { return "\"\"\n" }
        return fields.map { $0.map(field) ?? "" }.joined(separator: ",") + "\n"
    }

    private static func field(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            byte != UInt8(ascii: ",") && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\n")
                && byte != UInt8(ascii: "\r")
        }
        return isPlain && !text.isEmpty ? text : "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}
