/// Looks through an archive before an initializer of the program's runs: so none sees a part of a broken one.
///
/// Makes no objects. What an object of the program's asks for is known only when it asks, so the classes of its fields are
/// not looked at, but whether they are whole. Takes time in proportion to the archive.
struct ArchiveCheck {
    private let allowed: AllowedClasses
    private let isNeeded: Bool
    /// How far each object is, by number; an object that lies also outside of the program's objects is looked at twice.
    private var stages: [Stage] = []

    private enum Stage: UInt8, Comparable {
        case new, openInside, inside, openOutside, outside

        static func < (left: Stage, right: Stage) -> Bool { left.rawValue < right.rawValue }
    }

    /// - Parameter isOwnAlwaysChecked: Also where no class of the program's is allowed, and so nothing of the program runs.
    init(_ archive: KeyedArchive, _ allowed: AllowedClasses, isOwnAlwaysChecked: Bool = false) {
        self.allowed = allowed
        isNeeded = isOwnAlwaysChecked || allowed.hasOwnClasses
        if isNeeded { stages = Array(repeating: .new, count: archive.objects.count) }
    }

    /// Looks through a value with all that it refers to.
    func check(_ value: ArchivedValue) throws(DecodingFailure) {
        guard isNeeded else { return }
        var check = self
        try check.visit(value, isInside: false, depth: 0)
    }

    private mutating func visit(_ value: ArchivedValue, isInside: Bool, depth: Int) throws(DecodingFailure) {
        switch value {
        case .null: break
        case .value(let plain):
            guard isInside || allowed.contains(plain) else {
                throw .classNotAllowed(AllowedClasses.className(of: plain))
            }
        case .list(let elements):
            for element in elements { try visit(element, isInside: isInside, depth: depth) }
        case .object(let object): try visit(object, isInside: isInside, depth: depth)
        }
    }

    private mutating func visit(_ object: ArchivedObject, isInside: Bool, depth: Int) throws(DecodingFailure) {
        let (open, done): (Stage, Stage) = isInside ? (.openInside, .inside) : (.openOutside, .outside)
        let stage = stages[object.number]
        if stage == .openInside || stage == .openOutside { throw .archive(object.error(.cycle)) }
        guard stage < done else { return }
        guard depth < PropertyListValue.greatestDepth else { throw .archive(object.error(.tooDeep)) }
        stages[object.number] = open
        try visitParts(of: object, isInside: isInside, depth: depth + 1)
        stages[object.number] = done
    }

    private mutating func visitParts(
        of object: ArchivedObject, isInside: Bool, depth: Int
    ) throws(DecodingFailure) {
        guard let known = FoundationClass(object) else {
            guard isInside || allowed.ownClass(named: object.className) != nil else {
                throw .classNotAllowed(object.className)
            }
            for key in object.keys {
                try visit(
                    try reading { () throws(ArchiveError) in try object.value(key) }, isInside: true, depth: depth)
            }
            return
        }
        guard isInside || allowed.contains(known) else { throw .classNotAllowed(known.rawValue) }
        switch known.kind {
        case .dictionary, .knownKeysDictionary:
            for (key, value) in try reading({ () throws(ArchiveError) in try object.entries() }) {
                try visit(key, isInside: isInside, depth: depth)
                try visit(value, isInside: isInside, depth: depth)
            }
        case let kind where kind.isCollection:
            for element in try reading({ () throws(ArchiveError) in try object.elements() }) {
                try visit(element, isInside: isInside, depth: depth)
            }
        default: _ = try reading { () throws(ArchiveError) in try ArchiveDecoder.plainValue(of: object, known.kind) }
        }
    }

    private func reading<Value>(_ body: () throws(ArchiveError) -> Value) throws(DecodingFailure) -> Value {
        do { return try body() } catch { throw .archive(error) }
    }
}
