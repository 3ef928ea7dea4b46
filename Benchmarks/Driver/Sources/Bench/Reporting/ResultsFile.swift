internal import Glibc

/// A file with a section for each area that was measured. An area that is measured again takes the place of what was there of it.
struct ResultsFile {
    private static let head = """
        # Results of Scripts/bench

        Written by `Scripts/bench`; figures of other machines differ, ratios less so.

        """

    private let path: String
    /// By the areas' names, in the order of the file.
    private var sections: [(area: String, text: String)] = []

    /// What there is of it; nothing where there is no file.
    init(path: String) {
        self.path = path
        for line in (output(of: ["cat", path]) ?? "").split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("## ") {
                sections.append((String(line.dropFirst(3)), "\(line)\n"))
            } else if !sections.isEmpty {
                sections[sections.count - 1].text += "\(line)\n"
            }
        }
    }

    /// Puts an area's section in the place of its former one, or behind all others.
    mutating func set(_ text: String, of area: Area) {
        if let known = sections.firstIndex(where: { $0.area == area.name }) {
            sections[known].text = text
        } else {
            sections.append((area.name, text))
        }
    }

    /// Writes the file. Returns whether it could be written; if not, it has said so.
    func write() -> Bool {
        guard let stream = fopen(path, "w") else {
            say("bench: \(path) cannot be written: \(String(cString: strerror(errno))).")
            return false
        }
        let text = Self.head + sections.map { "\n" + $0.text.trimmed + "\n" }.joined()
        let isWritten = fputs(text, stream) >= 0
        guard fclose(stream) == 0, isWritten else {
            say("bench: \(path) could not be written wholly: \(String(cString: strerror(errno))).")
            return false
        }
        return true
    }
}
