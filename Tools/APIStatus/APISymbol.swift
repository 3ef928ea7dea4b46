/// A name of Apple's: a type, a member of one, a function or a constant.
struct APISymbol: Sendable {
    /// The module of ours that has it.
    let module: String
    /// The type that it is a member of, with those around; nil at the top level.
    let owner: String?
    /// Its name, with the labels of arguments.
    let name: String
    /// Whether it is a type, or an alias of one.
    let isType: Bool
    /// Labels of arguments that have default values.
    var optionalLabels: Set<String> = []
    /// Why it is not here, if it is not.
    var reason: String?
    /// What is otherwise than on Apple's platforms.
    var differences: [Difference] = []
    /// How many files of the tests name it.
    var tests = 0

    /// Its name with that of its type.
    var path: String { owner.map { $0 + "." + name } ?? name }
    /// Its name without the labels of arguments.
    var baseName: String { Self.baseName(of: name) }

    var status: Status { reason != nil ? .unavailable : differences.isEmpty ? .present : .partly }

    /// A name without the labels of arguments.
    static func baseName(of name: String) -> String { String(name.prefix { $0 != "(" }) }

    /// The labels of arguments in a name.
    static func labels(of name: String) -> [String] {
        guard let open = name.firstIndex(of: "(") else { return [] }
        return name[open...].split(whereSeparator: { "():".contains($0) }).map(String.init).filter { $0 != "_" }
    }

    /// What a file has to have for naming it: the name, the labels, and for what has no name of its own that of the type.
    ///
    /// In a call those may be missing that have default values, and the last one: that of a closure behind the parentheses.
    var words: [String] {
        var words = Self.labels(of: name).dropLast().filter { !optionalLabels.contains($0) }
        if ["init", "subscript"].contains(baseName) {
            words += owner.map { [String($0.split(separator: ".").last ?? "")] } ?? []
        } else {
            words.append(baseName)
        }
        return words
    }
}
