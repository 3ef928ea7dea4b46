/// A type as the compiler writes it into symbols: without other names for it, and with the module of each part known.
indirect enum MangledType: Hashable, Sendable {
    /// A class, structure or enumeration with its generic arguments.
    case nominal(NominalType, [MangledType])
    /// An optional.
    case optional(MangledType)
    /// A value of any type that conforms to a protocol.
    case existential(NominalType)
    /// `Any`.
    case any
    /// `AnyObject`.
    case anyObject
}

/// A type by its module and its name.
struct NominalType: Hashable, Sendable {
    /// What kind of type it is, by the letter that symbols have for it.
    enum Kind: Character, Sendable {
        case `class` = "C"
        case structure = "V"
        case enumeration = "O"
        case `protocol` = "P"
    }

    /// A part of its name.
    struct Part: Hashable, Sendable {
        let name: String
        let kind: Kind
    }

    let module: String
    /// Its name, after those of the types that it stands in.
    let path: [Part]

    init(module: String, path: [Part]) {
        self.module = module
        self.path = path
    }

    init(_ module: String, _ name: String, _ kind: Kind) {
        self.init(module: module, path: [Part(name: name, kind: kind)])
    }

    /// The type that it stands in.
    var outer: NominalType? {
        path.count > 1 ? NominalType(module: module, path: path.dropLast()) : nil
    }
}
