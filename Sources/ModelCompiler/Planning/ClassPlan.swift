internal import SourceScanning

/// What is generated for a class.
struct ClassPlan {
    /// What stands above a class at the end.
    enum Root {
        case managedObject
        case layer
    }

    /// Where the slots of its own properties begin.
    enum FirstSlot: Equatable {
        /// After a known number of inherited ones.
        case at(Int)
        /// After those of a class of another module, which are counted when the program runs.
        case after(String)
        /// Nowhere: the class is of another module, and its properties are looked up by name.
        case byName
    }

    /// Its name in source, with the types it stands in.
    let name: String
    let nominal: NominalType
    let root: Root
    let access: AccessLevel
    let conditions: [String]
    /// Whether it is of another module, and only extended here.
    let isForeign: Bool
    /// Whether its members belong to a global actor.
    let isIsolated: Bool
    /// Where the slots of its own properties begin.
    let firstSlot: FirstSlot
    /// The names of its own properties, in the order of their slots.
    let ownSlots: [String]
    /// Those of the classes above it, in order.
    let inheritedSlots: [String]
    /// What is to be defined for `@NSManaged`.
    var members: [MemberPlan]
    /// What code is generated from the model, of which entity.
    let generation: (entity: EntityOutline, codeGeneration: EntityOutline.CodeGeneration)?
    /// The properties that key paths from the class can lead to everywhere in the module, inherited ones too, by name.
    var keyPaths: [NamedKeyPath] = []
    /// Its own properties that key-value coding reaches through code of the class.
    var accessors: [NamedKeyPath] = []

    /// Its name as source writes it.
    var typeName: String { GeneratedName.type(name) }

    /// The property whose value a member reads and sets: it has that name, or it is the one whose primitive value that
    /// is.
    func slotName(of member: ScannedMember) -> String {
        if ownSlots.contains(member.name) || inheritedSlots.contains(member.name) { return member.name }
        return TargetPlanner.primitiveTarget(member.name) ?? member.name
    }
}

/// What is generated for a member that is declared with `@NSManaged`.
struct MemberPlan {
    let member: ScannedMember
    /// Its file, for messages.
    let file: ScannedFile
    /// The symbols to define: a getter and a setter, or a method.
    let symbols: [String]
    /// The modules whose types stand in its signature, where all of those may be seen from outside; else nil.
    let publicModules: Set<String>?
    /// Whether the library has an accessor for the property's very type.
    let hasOwnAccessor: Bool
}
