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

    /// Returns the reason why a file cannot be written at a path, or `nil`. Called before the measurement, which takes
    /// hours.
    static func obstacle(at path: String) -> String? {
        var status = stat()
        if lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG { return "\(path) is no regular file" }
        let folder = Self.folder(of: path)
        guard access(folder, W_OK | X_OK) == 0 else { return "\(folder): \(String(cString: strerror(errno)))" }
        return nil
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Replaces the file in one step, so that the former file stays if the disk is full. Returns false, with a message on
    /// standard error, if it could not be written.
    func write() -> Bool {
        let draft = path + ".draft"
        defer { unlink(draft) }
        let text = Self.head + sections.map { "\n" + $0.text.trimmed + "\n" }.joined()
        if let reason = Self.obstacle(at: path) {
            say("bench: \(path) cannot be written: \(reason).")
            return false
        }
        guard let stream = fopen(draft, "wx") else {
            say("bench: \(draft) cannot be written: \(String(cString: strerror(errno))).")
            return false
        }
        let isWritten = fputs(text, stream) >= 0
        guard fclose(stream) == 0, isWritten, rename(draft, path) == 0 else {
            say("bench: \(path) could not be written completely: \(String(cString: strerror(errno))).")
            return false
        }
        return true
    }
}
