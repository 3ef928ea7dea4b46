internal import Foundation
internal import SourceScanning

/// Which words the files of the tests have.
struct TestWords {
    /// For each word, the files that have it.
    private var files: [String: Set<Int>] = [:]
    /// For each module, the files that see it.
    private var seeing: [String: Set<Int>] = [:]

    /// - Parameters:
    ///   - texts: The files' texts.
    ///   - exports: For each module, those that come with it.
    init(_ texts: [String], exports: [String: Set<String>]) {
        for (number, text) in texts.enumerated() {
            let file = SourceFile(path: "", text: text)
            for (place, token) in file.tokens.enumerated() {
                // What stands between backticks is mostly a sentence, the name of a test.
                guard token.kind == .word, !token.isEscaped || !file.text(token).contains(" ") else { continue }
                let word = file.text(token)
                files[word, default: []].insert(number)
                if file.token(place - 1, is: "import") {
                    for module in (exports[word] ?? []).union([word]) { seeing[module, default: []].insert(number) }
                }
            }
            for interpolation in file.interpolations {
                let code = file.interpolation(interpolation)
                for token in code.tokens where token.kind == .word {
                    files[code.text(token), default: []].insert(number)
                }
            }
        }
    }

    /// The files of tests in folders.
    init(folders: [String], exports: [String: Set<String>]) throws {
        let paths = try folders.flatMap { folder in
            try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift") }.sorted()
                .map { folder + "/" + $0 }
        }
        self.init(try paths.map { try String(contentsOfFile: $0, encoding: .utf8) }, exports: exports)
    }

    /// How many files see a symbol's module and have all words of its name.
    func count(naming symbol: APISymbol) -> Int { count(symbol.words, seeing: [symbol.module]) }

    /// How many files see one of the modules and have the name of a type.
    func count(naming entry: TypeEntry, of modules: [String]) -> Int {
        guard let name = entry.name else { return 0 }
        return count(name.split(separator: ".").suffix(1).map(String.init), seeing: modules)
    }

    private func count(_ words: [String], seeing modules: [String]) -> Int {
        var found = modules.reduce(into: Set<Int>()) { $0.formUnion(seeing[$1] ?? []) }
        for word in words { found.formIntersection(files[word] ?? []) }
        return found.count
    }
}
