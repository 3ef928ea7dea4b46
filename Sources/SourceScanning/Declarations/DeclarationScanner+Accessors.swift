extension DeclarationScanner {
    /// Notes the property after `var` if it has code, and goes on after that word: types in the code are declared too.
    mutating func accessor() {
        let first = index + 1
        defer { index = first }
        guard !modifiers.isStatic, let owner, let name = word(at: first), file.token(first + 1, is: ":") else { return }
        index = first + 2
        let (type, _) = readType()
        guard next(is: "{") else { return }
        accessors.append(
            ScannedAccessor(
                name: name, type: type, owner: owner.path, access: declaredAccess, isOverride: modifiers.isOverride,
                usesPrimitiveValues: usesPrimitiveValues(), attributes: modifiers.attributes, conditions: conditions))
    }

    /// Whether the code in the braces that come next reads or sets a primitive value.
    private func usesPrimitiveValues() -> Bool {
        var open = 0
        for place in index..<file.tokens.count {
            if file.token(place, is: "{") { open += 1 }
            if file.token(place, is: "}") { open -= 1 }
            if open == 0 { return false }
            guard let word = word(at: place) else { continue }
            if word == "setPrimitiveValue" { return true }
            let prefix = "primitive"
            if word.hasPrefix(prefix), word.dropFirst(prefix.count).first?.isUppercase ?? false { return true }
        }
        return false
    }
}
