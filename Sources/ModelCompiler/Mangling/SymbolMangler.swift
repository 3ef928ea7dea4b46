/// Writes the names that the compiler gives to the accessors and methods that `@NSManaged` leaves undefined.
///
/// The rules are those of `docs/ABI/Mangling.rst` in the Swift project, as far as such names need them. Tests compile
/// every kind of declaration and compare what the compiler asks for.
struct SymbolMangler {
    /// Which accessor of a property.
    enum Accessor: String {
        case getter = "vg"
        case setter = "vs"
    }

    /// What a class's member stands in.
    struct Context {
        let owner: NominalType
        /// The module of the extension that it stands in, where that is not the class's.
        let extensionModule: String?
        /// For a private member, what tells those of one file from those of another.
        let discriminator: String?
    }

    var buffer: [UInt8] = []
    var words: [SubstitutionWord] = []
    var substitutions: [SubstitutionKey: Int] = [:]
    var lastSubstitution = LastSubstitution()

    /// The symbol of a property's accessor.
    static func accessor(_ accessor: Accessor, of name: String, type: MangledType, in context: Context) -> String {
        var mangler = SymbolMangler()
        mangler.appendMember(name, in: context)
        mangler.append(type)
        mangler.append(accessor.rawValue)
        return mangler.symbol
    }

    /// The symbol of a method that gives nothing back.
    static func method(
        _ name: String, labels: [String?], parameters: [MangledType], in context: Context
    ) -> String {
        var mangler = SymbolMangler()
        mangler.appendMember(name, in: context)
        if !parameters.isEmpty {
            if labels.allSatisfy({ $0 == nil }) {
                mangler.append("y")
            } else {
                for label in labels {
                    if let label { mangler.appendIdentifier(label) } else { mangler.append("_") }
                }
            }
        }
        mangler.append("y")
        mangler.appendTuple(parameters, isLabelled: labels.contains { $0 != nil })
        mangler.append("F")
        return mangler.symbol
    }

    private var symbol: String { "$s" + String(decoding: buffer, as: UTF8.self) }

    private mutating func appendMember(_ name: String, in context: Context) {
        appendNominal(context.owner)
        if let module = context.extensionModule {
            appendModule(module)
            append("E")
        }
        appendIdentifier(name)
        if let discriminator = context.discriminator {
            appendIdentifier(discriminator)
            append("LL")
        }
    }

    private mutating func appendTuple(_ types: [MangledType], isLabelled: Bool) {
        switch types.count {
        case 0: append("y")
        case 1 where !isLabelled: append(types[0])
        default:
            for (index, type) in types.enumerated() {
                append(type)
                if index == 0 { append("_") }
            }
            append("t")
        }
    }

    mutating func append(_ operator: String) { buffer += Array(`operator`.utf8) }

    mutating func append(_ type: MangledType) {
        switch type {
        case .nominal(let nominal, let arguments) where arguments.isEmpty:
            appendNominal(nominal)
        case .nominal(let nominal, let arguments):
            guard !appendSubstitution(for: .type(type)) else { return }
            appendNominal(nominal)
            append("y")
            for argument in arguments { append(argument) }
            append("G")
            addSubstitution(.type(type))
        case .optional(let wrapped):
            guard !appendSubstitution(for: .type(type)) else { return }
            append(wrapped)
            append("Sg")
            addSubstitution(.type(type))
        case .existential(let nominal):
            appendContext(of: nominal)
            appendIdentifier(nominal.path.last?.name ?? "")
            append("_p")
        case .any: append("yp")
        case .anyObject: append("yXl")
        }
    }

    private mutating func appendNominal(_ nominal: NominalType) {
        if let standard = Self.standardTypes[nominal] { return appendStandardSubstitution(standard) }
        guard let part = nominal.path.last, !appendSubstitution(for: .nominal(nominal)) else { return }
        appendContext(of: nominal)
        appendIdentifier(part.name)
        append(String(part.kind.rawValue))
        addSubstitution(.nominal(nominal))
    }

    private mutating func appendContext(of nominal: NominalType) {
        if let outer = nominal.outer { appendNominal(outer) } else { appendModule(nominal.module) }
    }

    private mutating func appendModule(_ module: String) {
        if module == "Swift" { append("s") } else { appendIdentifier(module) }
    }

    /// The types for which symbols have a letter after `S`.
    private static let standardTypes: [NominalType: Character] = [
        NominalType("Swift", "Array", .structure): "a",
        NominalType("Swift", "Bool", .structure): "b",
        NominalType("Swift", "Character", .structure): "J",
        NominalType("Swift", "Dictionary", .structure): "D",
        NominalType("Swift", "Double", .structure): "d",
        NominalType("Swift", "Float", .structure): "f",
        NominalType("Swift", "Int", .structure): "i",
        NominalType("Swift", "Range", .structure): "n",
        NominalType("Swift", "ClosedRange", .structure): "N",
        NominalType("Swift", "Set", .structure): "h",
        NominalType("Swift", "String", .structure): "S",
        NominalType("Swift", "Substring", .structure): "s",
        NominalType("Swift", "UInt", .structure): "u",
        NominalType("Swift", "ObjectIdentifier", .structure): "O",
    ]
}
