/// What a piece of code in a document names: `CALayer.add(_:forKey:)`, `perform`, `Timer(timeInterval:repeats:block:)`.
struct NamedCode: Equatable {
    /// The names that points part; an initializer is `init`.
    let path: [String]
    /// The labels of arguments, if there are parentheses.
    let labels: [String]?

    /// Nil for what is no name.
    init?(_ code: String) {
        guard let match = code.firstMatch(of: /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*/) else { return nil }
        var path = match.output.0.split(separator: ".").map(String.init)
        let rest = code[match.range.upperBound...]
        guard let first = rest.first else {
            self.path = path
            labels = nil
            return
        }
        guard first == "(" else {
            // `mergedModel(from: nil)`, `add { … }`, `[key]`: what follows says nothing of the name; other signs make it no name.
            guard " {[?!<".contains(first), rest.count < 60, first != " " || rest.hasPrefix(" {") else { return nil }
            self.path = path
            labels = nil
            return
        }
        labels = rest.matches(of: /(\w+):/).map { String($0.output.1) }.filter { $0 != "_" }
        // `CGColor(red:)` is an initializer.
        if path.count == 1, path[0].first?.isUppercase == true, !path[0].hasPrefix("CF"), labels != [] {
            path.append("init")
        }
        self.path = path
    }

    /// Whether a symbol's name, without its type, can be meant by the last of the names.
    func means(_ symbol: APISymbol) -> Bool {
        guard path.last == symbol.baseName else { return false }
        guard let labels else { return true }
        // `perform()` in a sentence may stand for any; with labels, they have to be there.
        return labels.isEmpty || Set(labels).isSubset(of: APISymbol.labels(of: symbol.name))
    }
}
