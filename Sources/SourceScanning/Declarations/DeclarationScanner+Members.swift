extension DeclarationScanner {
    /// The class or the extension that the scope belongs to, with whether it is the latter.
    var owner: (path: [String], isExtension: Bool)? {
        switch scopes.last {
        case .type(let path, _, _): (path, false)
        case .extension(let path, _): (path, true)
        case .code, nil: nil
        }
    }

    /// Reads `var a: T, b, c: U`: a name without a type has that of the next one with a type.
    mutating func properties() {
        let line = file.tokens[index].line
        index += 1
        guard !modifiers.isStatic, let owner else { return }
        var untyped: [(name: String, line: Int)] = []
        while let name = word(at: index) {
            let nameLine = file.tokens[index].line
            index += 1
            untyped.append((name, max(nameLine, line)))
            if next(is: ":") {
                index += 1
                let (type, text) = readType()
                for (name, line) in untyped {
                    add(.property(type, text: text), name: name, owner: owner, line: line)
                }
                untyped = []
            }
            guard next(is: ",") else { break }
            index += 1
        }
    }

    mutating func method() {
        let line = file.tokens[index].line
        index += 1
        guard !modifiers.isStatic, let owner, let name = word(at: index) else { return }
        index += 1
        guard next(is: "(") else { return }
        index += 1
        var parameters: [ScannedMember.Parameter] = []
        while index < file.tokens.count, !next(is: ")") {
            let before = index
            if let parameter = parameter() { parameters.append(parameter) }
            if next(is: ",") { index += 1 }
            guard index > before else { return }
        }
        index += 1
        let returnsValue = next(is: "-") || next(is: "throws") || next(is: "async")
        add(.method(parameters, returnsValue: returnsValue), name: name, owner: owner, line: line)
    }

    private mutating func parameter() -> ScannedMember.Parameter? {
        while next(is: "@") { index += 2 }
        guard let label = word(at: index) else { return nil }
        index += 1
        if word(at: index) != nil { index += 1 }
        guard next(is: ":") else { return nil }
        index += 1
        let (type, text) = readType()
        return .init(label: label == "_" ? nil : label, type: type, typeText: text)
    }

    private mutating func add(
        _ kind: ScannedMember.Kind, name: String, owner: (path: [String], isExtension: Bool), line: Int
    ) {
        members.append(
            ScannedMember(
                kind: kind, name: name, owner: owner.path, isInExtension: owner.isExtension, access: declaredAccess,
                isOverride: modifiers.isOverride, conditions: conditions, line: line))
    }
}
