/// Finds the declarations of a file.
struct DeclarationScanner {
    /// What a pair of braces holds.
    enum Scope {
        /// A type's members.
        case type(path: [String], access: AccessLevel, isGeneric: Bool)
        /// An extension's members, with what they are where they do not say otherwise.
        case `extension`(path: [String], access: AccessLevel?)
        /// Code, in which no declaration counts.
        case code
    }

    let file: SourceFile
    var index = 0
    var scopes: [Scope] = []
    /// For each `#if` that is open: its conditions so far, of which the last holds.
    var conditionals: [[String]] = []
    var imports: [ScannedImport] = []
    var types: [ScannedType] = []
    var members: [ScannedMember] = []
    var accessors: [ScannedAccessor] = []
    var modifiers = DeclarationModifiers()

    init(_ file: SourceFile) { self.file = file }

    func next(is text: StaticString) -> Bool { file.token(index, is: text) }

    /// The name that comes next.
    func word(at index: Int) -> String? {
        guard index < file.tokens.count, file.tokens[index].kind == .word else { return nil }
        return file.text(file.tokens[index])
    }

    /// The types that the scope stands in, and the level their members have unless they say otherwise.
    var surroundings: (path: [String], access: AccessLevel, isGeneric: Bool) {
        switch scopes.last {
        case .type(let path, let access, let isGeneric): (path, access, isGeneric)
        case .extension(let path, let access): (path, access ?? .open, false)
        case .code, nil: ([], .open, false)
        }
    }

    var isInCode: Bool {
        if case .code = scopes.last { true } else { false }
    }

    mutating func run() {
        while index < file.tokens.count {
            let token = file.tokens[index]
            switch token.kind {
            case .directive:
                directive()
            case .sign where next(is: "{"):
                scopes.append(.code)
                index += 1
                modifiers = DeclarationModifiers()
            case .sign where next(is: "}"):
                _ = scopes.popLast()
                index += 1
                modifiers = DeclarationModifiers()
            case .sign where next(is: "@") && !isInCode:
                attribute()
            case .word where !isInCode && !token.isEscaped && !follows("."):
                declaration()
            default:
                index += 1
                modifiers = DeclarationModifiers()
            }
        }
    }

    private func follows(_ text: StaticString) -> Bool { file.token(index - 1, is: text) }

    private mutating func attribute() {
        guard let name = word(at: index + 1) else {
            index += 1
            return
        }
        modifiers.attributes.append(name)
        index += 2
        skipArguments()
    }

    /// Skips a parenthesis that touches what is before it.
    private mutating func skipArguments() {
        guard next(is: "("), file.tokens[index].start == file.tokens[index - 1].end else { return }
        skipParentheses()
    }

    mutating func skipParentheses() {
        var open = 0
        repeat {
            if next(is: "(") { open += 1 }
            if next(is: ")") { open -= 1 }
            index += 1
        } while index < file.tokens.count && open > 0
    }

    private mutating func declaration() {
        let keyword = file.text(file.tokens[index])
        if AccessLevel(word: keyword) != nil || DeclarationModifiers.words.contains(keyword) {
            return modifier(keyword)
        }
        switch keyword {
        case "import": importDeclaration()
        case "class" where word(at: index + 1).map { $0 == "func" || $0 == "var" } ?? false:
            modifiers.isStatic = true
            index += 1
            return
        case "class": typeDeclaration(.class)
        case "actor" where word(at: index + 1) != nil: typeDeclaration(.actor)
        case "struct": typeDeclaration(.struct)
        case "enum": typeDeclaration(.enum)
        case "protocol": typeDeclaration(.protocol)
        case "extension": extensionDeclaration()
        case "typealias": aliasDeclaration()
        case "var" where modifiers.isManaged: properties()
        case "var": accessor()
        case "func" where modifiers.isManaged: method()
        default: index += 1
        }
        modifiers = DeclarationModifiers()
    }

    private mutating func modifier(_ keyword: String) {
        index += 1
        if let level = AccessLevel(word: keyword) {
            // `private(set)` says nothing about the accessors' names.
            if next(is: "("), file.token(index + 1, is: "set") {
                skipParentheses()
            } else {
                modifiers.access = level
            }
        } else {
            if keyword == "override" { modifiers.isOverride = true }
            if keyword == "static" { modifiers.isStatic = true }
            skipArguments()
        }
    }

    private mutating func importDeclaration() {
        index += 1
        // `import class CoreData.NSPredicate`
        if let kind = word(at: index), word(at: index + 1) != nil, !file.tokens[index + 1].beginsLine,
            ["class", "struct", "enum", "protocol", "func", "var", "let", "typealias"].contains(kind)
        {
            index += 1
        }
        guard let module = word(at: index) else { return }
        let found = ScannedImport(module: module, conditions: conditions)
        if !imports.contains(found) { imports.append(found) }
        index += 1
        while next(is: "."), word(at: index + 1) != nil { index += 2 }
    }

    private mutating func directive() {
        let token = file.tokens[index]
        let name = file.text(token)
        index += 1
        switch name {
        case "#if":
            conditionals.append([condition(on: token.line)])
        case "#elseif":
            guard var branches = conditionals.popLast() else { return }
            branches.append(condition(on: token.line))
            conditionals.append(branches)
        case "#else":
            guard var branches = conditionals.popLast() else { return }
            branches.append("true")
            conditionals.append(branches)
        case "#endif":
            _ = conditionals.popLast()
        default: break
        }
    }

    /// The text of a condition, up to the end of its line.
    private mutating func condition(on line: Int) -> String {
        let first = index
        while index < file.tokens.count, file.tokens[index].line == line { index += 1 }
        guard index > first else { return "false" }
        return file.text(file.tokens[first].start..<file.tokens[index - 1].end)
    }

    /// What has to hold for a declaration at this place to be compiled.
    var conditions: [String] {
        conditionals.compactMap { branches -> String? in
            var parts = branches.dropLast().map { "!(\($0))" }
            if let last = branches.last, last != "true" { parts.append("(\(last))") }
            return parts.joined(separator: " && ")
        }
    }
}
