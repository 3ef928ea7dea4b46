internal import SourceScanning

/// Finds what a file declares as unavailable: symbol graphs leave that out.
struct UnavailableScanner {
    struct Found: Equatable {
        /// The types around it.
        let owner: [String]
        /// Its name, with the labels of arguments.
        let name: String
        let isType: Bool
        /// What the compiler says to whoever uses it.
        let reason: String
    }

    private let file: SourceFile
    private var index = 0
    /// For each brace that is open: the type or extended type that it opens; nil for any other.
    private var scopes: [String?] = []
    private var found: [Found] = []

    private static let typeWords: Set<String> = ["class", "struct", "enum", "protocol", "actor", "typealias"]

    /// What a file declares so, for whoever imports the module.
    static func declarations(in file: SourceFile) -> [Found] {
        var scanner = UnavailableScanner(file: file)
        scanner.run()
        return scanner.found
    }

    private init(file: SourceFile) { self.file = file }

    private func word(_ place: Int) -> String? {
        place < file.tokens.count && file.tokens[place].kind == .word ? file.text(file.tokens[place]) : nil
    }

    private mutating func run() {
        var opening: String?
        while index < file.tokens.count {
            if file.token(index, is: "@"), word(index + 1) == "available", let reason = attribute() {
                declaration(reason)
            } else if file.token(index, is: "{") {
                scopes.append(opening)
                opening = nil
            } else if file.token(index, is: "}") {
                _ = scopes.popLast()
            } else if let keyword = word(index), Self.typeWords.contains(keyword) || keyword == "extension",
                !file.token(index - 1, is: "."), let name = word(index + 1)
            {
                // `class func` and `class var` open no type.
                if !["func", "var"].contains(name) { opening = path(at: index + 1) }
            }
            index += 1
        }
    }

    /// `A.B` from a place on.
    private func path(at place: Int) -> String {
        var (place, path) = (place, word(place) ?? "")
        while file.token(place + 1, is: "."), let next = word(place + 2) {
            path += "." + next
            place += 2
        }
        return path
    }

    /// Reads an attribute, and says why it makes something unavailable everywhere; nil if it does not, and the place stays.
    private mutating func attribute() -> String? {
        guard file.token(index + 3, is: "*"), word(index + 5) == "unavailable" else { return nil }
        var place = index + 6
        var reason = ""
        while place < file.tokens.count, !file.token(place, is: ")") {
            if file.tokens[place].kind == .string {
                let text = file.text(file.tokens[place]).trimming("\"")
                reason = word(place - 2) == "renamed" ? "Use \(text)." : text
            }
            place += 1
        }
        index = place + 1
        return reason
    }

    /// Reads the declaration that comes next.
    private mutating func declaration(_ reason: String) {
        var isPublic = false
        while index < file.tokens.count, let keyword = word(index) ?? (file.token(index, is: "@") ? "@" : nil) {
            if keyword == "public" || keyword == "open" { isPublic = true }
            let owner = scopes.compactMap(\.self)
            switch keyword {
            case "func", "var", "let", "case":
                add(owner, name: word(index + 1) ?? "", at: index + 2, isPublic, reason)
                return
            case "init", "subscript":
                add(owner, name: keyword, at: index + 1, isPublic, reason)
                return
            case "class" where ["func", "var"].contains(word(index + 1) ?? ""): break
            case _ where Self.typeWords.contains(keyword):
                if isPublic, let name = word(index + 1) {
                    found.append(Found(owner: owner, name: name, isType: true, reason: reason))
                }
                // The brace that it opens is the run's to see.
                index -= 1
                return
            case "extension":
                index -= 1
                return
            default: break
            }
            index += keyword == "@" ? 2 : 1
        }
    }

    private mutating func add(_ owner: [String], name: String, at place: Int, _ isPublic: Bool, _ reason: String) {
        guard isPublic else { return }
        found.append(Found(owner: owner, name: name + labels(from: place), isType: false, reason: reason))
    }

    /// `(a:_:)` for the parameters that begin at a place, after `?` and what stands between angle brackets; empty if there are none.
    private func labels(from place: Int) -> String {
        var place = place
        if file.token(place, is: "?") { place += 1 }
        if file.token(place, is: "<") {
            while place < file.tokens.count, !file.token(place, is: "(") { place += 1 }
        }
        guard file.token(place, is: "(") else { return "" }
        var (labels, depth, isNext) = ("", 0, true)
        while place < file.tokens.count {
            if ["(", "[", "<"].contains(where: { file.token(place, is: $0) }) { depth += 1 }
            if [")", "]"].contains(where: { file.token(place, is: $0) }) { depth -= 1 }
            // The sign in `->` closes nothing.
            if file.token(place, is: ">"), !file.token(place - 1, is: "-") { depth -= 1 }
            if depth == 0 { break }
            if depth == 1, file.token(place, is: ",") {
                isNext = true
            } else if depth == 1, isNext, let label = word(place) {
                labels += label + ":"
                isNext = false
            }
            place += 1
        }
        return "(\(labels))"
    }
}
