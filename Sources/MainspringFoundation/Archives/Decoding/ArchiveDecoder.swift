internal import Foundation

/// Makes values of archived objects: Swift's of Foundation's classes, and objects of the program's classes that are
/// allowed.
///
/// An object becomes a value once, but what is in a collection counts each time that it is referred to, in depth and in
/// memory: so an archive that seems huge because it shares is refused, and hashing and comparing what comes out takes
/// bounded time.
final class ArchiveDecoder {
    /// What may be in the archive; nil for all of Foundation's classes that are known, and no others.
    private let allowed: AllowedClasses?
    /// For whom something is decoded.
    private var scope = Scope.outside
    /// How often an object has asked for objects of certain classes.
    private var askCount = 0
    private var known: [Int: Known] = [:]
    private var budget: ReadingBudget
    /// How many objects are being decoded, each inside the one before.
    private var depth = 0

    /// What is known of an object.
    private enum Known {
        /// It is being decoded: who refers to it now is inside it.
        case open
        case decoded(Decoded, Scope)
    }

    /// What an object that holds others is made by.
    private enum Source {
        case collection(FoundationClass.Kind)
        case own(any NSSecureCoding.Type)

        var isOwn: Bool { if case .own = self { true } else { false } }
    }

    /// What is allowed depends on for whom it is decoded.
    private enum Scope {
        /// For the one who reads the archive: what is listed.
        case outside
        /// For an object of the program's: what is listed, and all of Foundation's classes.
        case inside
        /// For an object of the program's that has asked for certain classes: these too.
        case asked(AllowedClasses, number: Int)

        var isOutside: Bool { if case .outside = self { true } else { false } }

        /// Whether what was decoded for another one is allowed here.
        func accepts(_ other: Scope) -> Bool {
            switch (self, other) {
            case (_, .outside), (.inside, .inside), (.asked, .inside): true
            case (.asked(_, let number), .asked(_, let other)): number == other
            case (.outside, _), (.inside, .asked): false
            }
        }
    }

    /// A decoded value, with what it counts where somebody refers to it.
    struct Decoded {
        let value: Any
        /// The bytes that it takes with all that is in it, each as often as it is; nothing for what is no collection.
        var weight = 0
        /// The objects that are inside each other in it, itself included; 0 for what is no collection.
        var height = 0
    }

    /// - Parameter byteCount: The size of the archive.
    init(byteCount: Int, allowed: AllowedClasses? = nil) {
        self.allowed = allowed
        budget = ReadingBudget(byteCount: byteCount)
    }

    /// The classes of the program's that may be in the archive.
    var allowedClasses: [AnyClass] { allowed?.list ?? [] }

    /// Decodes a part of an object of the program's, which may have all of Foundation's classes.
    ///
    /// - Parameter classes: Those that the object asks for, and so allows; nil if it asks for none.
    func decode(_ value: ArchivedValue, askedFor classes: [AnyClass]?) throws(DecodingFailure) -> Decoded {
        let outer = scope
        defer { scope = outer }
        askCount += 1
        scope = classes.map { .asked(AllowedClasses($0), number: askCount) } ?? .inside
        return try decode(value)
    }

    /// Decodes a value with all that is in it; nil is `NSNull`.
    func decode(_ value: ArchivedValue) throws(DecodingFailure) -> Decoded {
        switch value {
        case .null: return Decoded(value: NullValue.shared)
        case .value(let plain):
            guard !scope.isOutside || allowed?.contains(plain) ?? true else {
                throw .classNotAllowed(AllowedClasses.className(of: plain))
            }
            return Decoded(value: plain.foundationValue)
        case .object(let object): return try decode(object)
        case .list(let elements):
            guard depth < PropertyListValue.greatestDepth else {
                throw .archive(ArchiveError(object: nil, problem: .tooDeep))
            }
            depth += 1
            defer { depth -= 1 }
            return try decodeList(elements, of: nil)
        }
    }

    private func decode(_ object: ArchivedObject) throws(DecodingFailure) -> Decoded {
        let known = FoundationClass(object)
        if let known, !(!scope.isOutside || allowed?.contains(known) ?? true) { throw .classNotAllowed(known.rawValue) }
        if let known, !known.kind.isCollection { return Decoded(value: try decodeValue(object, known.kind)) }
        // Each time that it is referred to: who has it now may allow less than who had it first.
        let source: Source = if let known { .collection(known.kind) } else { .own(try ownClass(of: object)) }
        switch self.known[object.number] {
        case .open: throw .archive(object.error(.cycle))
        case .decoded(let decoded, let former) where source.isOwn || scope.accepts(former):
            try take(decoded.weight, object)
            guard depth + decoded.height <= PropertyListValue.greatestDepth else {
                throw .archive(object.error(.tooDeep))
            }
            return decoded
        case .decoded, nil: break
        }
        guard depth < PropertyListValue.greatestDepth else { throw .archive(object.error(.tooDeep)) }
        depth += 1
        defer { depth -= 1 }
        try take(Self.knownWeight, object)
        self.known[object.number] = .open
        let decoded =
            switch source {
            case .own(let own): try decodeOwn(object, own)
            case .collection(let kind): try decodeCollection(object, kind)
            }
        self.known[object.number] = .decoded(decoded, scope)
        return decoded
    }

    /// What it takes to know an object again.
    private static let knownWeight = 192

    private func decodeValue(_ object: ArchivedObject, _ kind: FoundationClass.Kind) throws(DecodingFailure) -> Any {
        try reading { () throws(ArchiveError) in
            if allowed == nil { return try Self.value(of: object, kind) }
            return try Self.plainValue(of: object, kind)
        }
    }

    /// The value of an object that is no collection; an error for a text with attributes.
    static func plainValue(of object: ArchivedObject, _ kind: FoundationClass.Kind) throws(ArchiveError) -> Any {
        // Read without its attributes, it would be written without them.
        if kind == .attributedString {
            let isPlain = try isPlain(object)
            guard isPlain else { throw object.error(.badContent("has attributes, which are not read")) }
        }
        return try value(of: object, kind)
    }

    private func decodeCollection(
        _ object: ArchivedObject, _ kind: FoundationClass.Kind
    ) throws(DecodingFailure) -> Decoded {
        if kind == .dictionary || kind == .knownKeysDictionary {
            return try decodeDictionary(object)
        }
        let elements = try reading { () throws(ArchiveError) in try object.elements() }
        // What stands in a set stands in a list before.
        if kind != .array { try take(elements.count * Self.hashedWeight, object) }
        let list = try decodeList(elements, of: object)
        switch kind {
        case .set:
            var elements: [AnyHashable] = []
            elements.reserveCapacity(Self.elements(list).count)
            for element in Self.elements(list) { elements.append(try hashable(element, of: object)) }
            return list.with(Set(elements))
        case .orderedSet:
            guard !Self.elements(list).contains(where: Self.isHardToHash) else {
                throw .archive(object.error(.badContent("is an ordered set of what cannot be in one on Linux")))
            }
            return list.with(NSOrderedSet(array: Self.elements(list)))
        default: return list
        }
    }

    /// What an element of a set takes, or an entry of a dictionary beside its value: tables are filled by half.
    private static let hashedWeight = 3 * MemoryLayout<AnyHashable>.stride

    private func decodeList(
        _ elements: [ArchivedValue], of object: ArchivedObject?
    ) throws(DecodingFailure) -> Decoded {
        var total = Decoded(value: (), weight: 64 + elements.count * MemoryLayout<Any>.stride)
        try take(total.weight, object)
        var list: [Any] = []
        list.reserveCapacity(elements.count)
        for element in elements { list.append(total.adding(try decode(element))) }
        total.height += 1
        return total.with(list)
    }

    private func decodeDictionary(_ object: ArchivedObject) throws(DecodingFailure) -> Decoded {
        let entries = try reading { () throws(ArchiveError) in try object.entries() }
        let entryWeight = Self.hashedWeight + 3 * MemoryLayout<Any>.stride
        var total = Decoded(value: (), weight: 64 + entries.count * entryWeight)
        try take(total.weight, object)
        var dictionary: [AnyHashable: Any] = [:]
        for (key, value) in entries {
            guard !key.isNull else { throw .archive(object.error(.badContent("has nil for a key"))) }
            let key = total.adding(try decode(key))
            let value = total.adding(try decode(value))
            guard dictionary.updateValue(value, forKey: try hashable(key, of: object)) == nil else {
                throw .archive(object.error(.badContent("has a key twice")))
            }
        }
        total.height += 1
        return total.with(dictionary)
    }

    /// The class of the program's that an object is of.
    private func ownClass(of object: ArchivedObject) throws(DecodingFailure) -> any NSSecureCoding.Type {
        let name = object.className
        guard let allowed else { throw .archive(object.error(.unknownClass(name))) }
        if let own = allowed.ownClass(named: name) { return own }
        if case .asked(let classes, _) = scope, let own = classes.ownClass(named: name) { return own }
        throw .classNotAllowed(name)
    }

    /// An object of a class of the program's, which asks for its fields.
    private func decodeOwn(
        _ object: ArchivedObject, _ own: any NSSecureCoding.Type
    ) throws(DecodingFailure) -> Decoded {
        let weight = 128 + object.keys.count * 64
        try take(weight, object)
        let coder = DecodingCoder(object, decoder: self, total: Decoded(value: (), weight: weight))
        let value = own.init(coder: coder)
        if let failure = coder.failure { throw failure }
        guard let value else { throw .refused("init(coder:) of \(own) has returned nil") }
        return Decoded(value: value, weight: coder.total.weight, height: coder.total.height + 1)
    }

    private func take(_ byteCount: Int, _ object: ArchivedObject?) throws(DecodingFailure) {
        guard budget.take(byteCount) else {
            throw .archive(ArchiveError(object: object?.number, problem: .tooLarge))
        }
    }

    private func reading<Value>(_ body: () throws(ArchiveError) -> Value) throws(DecodingFailure) -> Value {
        do { return try body() } catch { throw .archive(error) }
    }
}

extension ArchiveDecoder.Decoded {
    /// Counts a part; gives its value.
    mutating func adding(_ part: ArchiveDecoder.Decoded) -> Any {
        weight += part.weight
        height = max(height, part.height)
        return part.value
    }

    /// Another value that counts the same.
    func with(_ value: Any) -> ArchiveDecoder.Decoded {
        ArchiveDecoder.Decoded(value: value, weight: weight, height: height)
    }
}

extension ArchiveDecoder {
    /// The elements of a list that was decoded.
    private static func elements(_ list: Decoded) -> [Any] { list.value as? [Any] ?? [] }

    private static func isCollection(_ value: Any) -> Bool {
        value is [Any] || value is [AnyHashable: Any] || value is Set<AnyHashable> || value is NSOrderedSet
    }

    /// Foundation's sets and dictionaries on Linux end the process for decimal numbers and for some collections, and
    /// compare lists of one length each with each.
    private static func isHardToHash(_ value: Any) -> Bool { isCollection(value) || value is Decimal }

    /// A value as it can stand in a set: of collections only a list without further ones, since hashing what is deeper
    /// takes time beyond all measure. What is hard to hash for Foundation is refused where an archive is not trusted:
    /// whoever gets the value may cast it to Foundation's set.
    private func hashable(_ value: Any, of object: ArchivedObject) throws(DecodingFailure) -> AnyHashable {
        guard allowed == nil || !Self.isHardToHash(value) else {
            throw .archive(object.error(.badContent("has collections or decimal numbers in a set or as keys")))
        }
        guard Self.isCollection(value) else {
            return value as? AnyHashable ?? AnyHashable(ObjectIdentifier(value as AnyObject))
        }
        guard let list = value as? [Any], !list.contains(where: Self.isCollection) else {
            throw .archive(object.error(.badContent("has collections of collections in a set or as keys")))
        }
        var elements: [AnyHashable] = []
        elements.reserveCapacity(list.count)
        for element in list { elements.append(try hashable(element, of: object)) }
        return AnyHashable(elements)
    }
}
