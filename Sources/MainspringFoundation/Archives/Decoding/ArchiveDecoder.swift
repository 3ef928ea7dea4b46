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
    private var known: [Int: Known] = [:]
    private var budget: ReadingBudget
    /// How many objects are being decoded, each inside the one before.
    private var depth = 0

    /// What is known of an object.
    private enum Known {
        /// It is being decoded: who refers to it now is inside it.
        case open
        /// - Parameter isInside: It was decoded as a part of an object of the program's.
        case decoded(Decoded, isInside: Bool)
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

    /// Decodes a value with all that is in it; nil is `NSNull`.
    ///
    /// - Parameter isInside: It is a part of an object of the program's, which may have all of Foundation's classes.
    func decode(_ value: ArchivedValue, isInside: Bool = false) throws(DecodingFailure) -> Decoded {
        switch value {
        case .null: return Decoded(value: NullValue.shared)
        case .value(let plain):
            guard isInside || allowed?.contains(plain) ?? true else {
                throw .classNotAllowed(AllowedClasses.className(of: plain))
            }
            return Decoded(value: plain.foundationValue)
        case .object(let object): return try decode(object, isInside: isInside)
        case .list(let elements):
            guard depth < PropertyListValue.greatestDepth else {
                throw .archive(ArchiveError(object: nil, problem: .tooDeep))
            }
            depth += 1
            defer { depth -= 1 }
            return try decodeList(elements, of: nil, isInside: isInside)
        }
    }

    private func decode(_ object: ArchivedObject, isInside: Bool) throws(DecodingFailure) -> Decoded {
        let known = FoundationClass(object)
        if let known, !(isInside || allowed?.contains(known) ?? true) { throw .classNotAllowed(known.rawValue) }
        if let known, !known.kind.isCollection { return Decoded(value: try decodeValue(object, known.kind)) }
        switch self.known[object.number] {
        case .open: throw .archive(object.error(.cycle))
        case .decoded(let decoded, let wasInside) where isInside || !wasInside:
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
            if let known { try decodeCollection(object, known.kind, isInside: isInside) } else { try decodeOwn(object) }
        self.known[object.number] = .decoded(decoded, isInside: isInside)
        return decoded
    }

    /// What it takes to know an object again.
    private static let knownWeight = 192

    private func decodeValue(_ object: ArchivedObject, _ kind: FoundationClass.Kind) throws(DecodingFailure) -> Any {
        if kind == .attributedString, allowed != nil {
            // Read without its attributes, it would be written without them.
            let isPlain = try reading { () throws(ArchiveError) in try Self.isPlain(object) }
            guard isPlain else { throw .archive(object.error(.badContent("has attributes, which are not read"))) }
        }
        return try reading { () throws(ArchiveError) in try Self.value(of: object, kind) }
    }

    private func decodeCollection(
        _ object: ArchivedObject, _ kind: FoundationClass.Kind, isInside: Bool
    ) throws(DecodingFailure) -> Decoded {
        if kind == .dictionary || kind == .knownKeysDictionary {
            return try decodeDictionary(object, isInside: isInside)
        }
        let elements = try reading { () throws(ArchiveError) in try object.elements() }
        // What stands in a set stands in a list before.
        if kind != .array { try take(elements.count * Self.hashedWeight, object) }
        let list = try decodeList(elements, of: object, isInside: isInside)
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
        _ elements: [ArchivedValue], of object: ArchivedObject?, isInside: Bool
    ) throws(DecodingFailure) -> Decoded {
        var total = Decoded(value: (), weight: 64 + elements.count * MemoryLayout<Any>.stride)
        try take(total.weight, object)
        var list: [Any] = []
        list.reserveCapacity(elements.count)
        for element in elements { list.append(total.adding(try decode(element, isInside: isInside))) }
        total.height += 1
        return total.with(list)
    }

    private func decodeDictionary(_ object: ArchivedObject, isInside: Bool) throws(DecodingFailure) -> Decoded {
        let entries = try reading { () throws(ArchiveError) in try object.entries() }
        let entryWeight = Self.hashedWeight + 3 * MemoryLayout<Any>.stride
        var total = Decoded(value: (), weight: 64 + entries.count * entryWeight)
        try take(total.weight, object)
        var dictionary: [AnyHashable: Any] = [:]
        for (key, value) in entries {
            guard !key.isNull else { throw .archive(object.error(.badContent("has nil for a key"))) }
            let key = total.adding(try decode(key, isInside: isInside))
            let value = total.adding(try decode(value, isInside: isInside))
            guard dictionary.updateValue(value, forKey: try hashable(key, of: object)) == nil else {
                throw .archive(object.error(.badContent("has a key twice")))
            }
        }
        total.height += 1
        return total.with(dictionary)
    }

    /// An object of a class of the program's, which asks for its fields.
    private func decodeOwn(_ object: ArchivedObject) throws(DecodingFailure) -> Decoded {
        guard let allowed else { throw .archive(object.error(.unknownClass(object.className))) }
        guard let own = allowed.ownClass(named: object.className) else { throw .classNotAllowed(object.className) }
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
