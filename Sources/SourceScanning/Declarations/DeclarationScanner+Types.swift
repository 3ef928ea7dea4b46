extension DeclarationScanner {
    mutating func typeDeclaration(_ kind: ScannedType.Kind) {
        let line = file.tokens[index].line
        index += 1
        guard let name = word(at: index) else { return }
        index += 1
        let around = surroundings
        let isGeneric = next(is: "<") || around.isGeneric
        skipGenericParameters()
        var inherited: [TypeExpression] = []
        if next(is: ":") {
            repeat {
                index += 1
                inherited.append(readType().type)
            } while next(is: ",")
        }
        let path = around.path + [name]
        let access = min(declaredAccess, around.access)
        types.append(
            ScannedType(
                kind: kind, path: path, isGeneric: isGeneric, inherited: inherited, access: access,
                attributes: modifiers.attributes, conditions: conditions, line: line))
        enter(.type(path: path, access: access, isGeneric: isGeneric))
    }

    mutating func extensionDeclaration() {
        index += 1
        let type = readType().type
        guard let path = type.plainName else { return enter(.code) }
        enter(.extension(path: path, access: modifiers.access))
    }

    mutating func aliasDeclaration() {
        let line = file.tokens[index].line
        index += 1
        guard let name = word(at: index) else { return }
        index += 1
        let isGeneric = next(is: "<")
        skipGenericParameters()
        guard next(is: "=") else { return }
        index += 1
        let around = surroundings
        types.append(
            ScannedType(
                kind: .alias(readType().type), path: around.path + [name], isGeneric: isGeneric || around.isGeneric,
                inherited: [], access: min(declaredAccess, around.access), attributes: modifiers.attributes,
                conditions: conditions, line: line))
    }

    /// The level that the modifiers or what is around them give.
    var declaredAccess: AccessLevel {
        if let access = modifiers.access { return access }
        if case .extension(_, let access?) = scopes.last { return access }
        return .internal
    }

    /// Goes on to the brace that opens a declaration's members.
    private mutating func enter(_ scope: Scope) {
        while index < file.tokens.count, !next(is: "{"), !next(is: "}") { index += 1 }
        guard next(is: "{") else { return }
        scopes.append(scope)
        index += 1
    }

    mutating func skipGenericParameters() {
        guard next(is: "<") else { return }
        var open = 0
        repeat {
            if next(is: "<") { open += 1 }
            if next(is: ">"), !file.token(index - 1, is: "-") { open -= 1 }
            if next(is: "{") { return }
            index += 1
        } while index < file.tokens.count && open > 0
    }

    mutating func readType() -> (type: TypeExpression, text: String) {
        var reader = TypeReader(file: file, index: index)
        let type = reader.read()
        let text = reader.text(from: index)
        index = reader.index
        return (type, text)
    }
}
