/// What stands before a declaration's keyword.
struct DeclarationModifiers {
    var attributes: [String] = []
    var access: AccessLevel?
    var isOverride = false
    var isStatic = false

    var isManaged: Bool { attributes.contains("NSManaged") }

    /// Words that may stand there besides levels of access and `class`.
    static let words: Set<String> = [
        "final", "override", "static", "nonisolated", "isolated", "unowned", "weak", "lazy", "dynamic", "required",
        "convenience", "mutating", "nonmutating", "indirect", "optional", "prefix", "postfix", "infix", "distributed",
        "consuming", "borrowing", "sending",
    ]
}
