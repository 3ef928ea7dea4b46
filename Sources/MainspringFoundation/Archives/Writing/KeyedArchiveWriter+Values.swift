internal import Foundation

/// Swift's and Foundation's values, the counterpart of decoding.
extension KeyedArchiveWriter {
    /// Adds a value with all that is in it. The entries of dictionaries and sets are in no certain order.
    ///
    /// - Throws: ``ArchiveError`` if there is a value of another type than ``ArchivedValue/decoded()`` gives, or more
    ///   than ``PropertyListValue/greatestDepth`` collections are inside each other.
    package mutating func archive(_ value: Any?) throws(ArchiveError) -> Reference {
        try archive(value, depth: 0)
    }

    private mutating func archive(_ value: Any?, depth: Int) throws(ArchiveError) -> Reference {
        guard let value = flattened(value).map(Self.unboxed) else { return .null }
        guard depth <= PropertyListValue.greatestDepth else { throw ArchiveError(object: nil, problem: .tooDeep) }
        if let simple = archiveSimple(value) { return simple }
        if let set = subclassedSet(value) { return addList(.set, try archive(each: set.allObjects, depth)) }
        switch value {
        case let value as NSOrderedSet: return addList(.orderedSet, try archive(each: value.array, depth))
        case let value as [Any]: return addList(.array, try archive(each: value, depth))
        case let value as Set<AnyHashable>: return addList(.set, try archive(each: value.map(\.base), depth))
        case let value as [AnyHashable: Any]:
            var entries: [(key: Reference, value: Reference)] = []
            for (key, value) in value {
                let key = try archive(key.base, depth: depth + 1)
                entries.append((key: key, value: try archive(value, depth: depth + 1)))
            }
            return addDictionary(entries)
        default:
            let name = String(describing: type(of: value))
            throw ArchiveError(object: nil, problem: .unknownClass(name))
        }
    }

    private mutating func archive(each elements: [Any], _ depth: Int) throws(ArchiveError) -> [Reference] {
        var references: [Reference] = []
        references.reserveCapacity(elements.count)
        for element in elements { references.append(try archive(element, depth: depth + 1)) }
        return references
    }

    /// A value without the box in which it can be a key, as the elements of a list are that is one.
    static func unboxed(_ value: Any) -> Any {
        // By its type: anything that can be hashed casts to it.
        guard type(of: value) == AnyHashable.self, let box = value as? AnyHashable else { return value }
        return box.base
    }

    /// Adds a value that is no collection; nil if it is one, or of a type that is not known.
    mutating func archiveSimple(_ value: Any) -> Reference? {
        if let number = Self.number(value) {
            if case .decimal(let decimal) = number {
                return add(FoundationClass.decimalNumber.archived, ArchivedDecimal(decimal).fields)
            }
            return add(PropertyListValue(number, isBoolean: Self.isBoolean(value)))
        }
        switch value {
        case let value as String: return add(.string(value))
        case let value as Data: return add(.data(value))
        case let value as Date:
            return add(FoundationClass.date.archived, ["NS.time": .real(value.timeIntervalSinceReferenceDate)])
        case let value as UUID:
            let bytes = withUnsafeBytes(of: value.uuid) { Data($0) }
            return add(FoundationClass.uuid.archived, ["NS.uuidbytes": .data(bytes)])
        case let value as URL:
            let base = value.baseURL.flatMap { archiveSimple($0) } ?? .null
            let relative = add(.string(value.relativeString))
            return add(FoundationClass.url.archived, ["NS.base": base.value, "NS.relative": relative.value])
        case is NSNull: return add(FoundationClass.null.archived, [:])
        case let value as IndexPath: return archiveIndexPath(value)
        case let value as NSAttributedString: return archivePlainText(value)
        case let value as CGPoint: return archiveGeometry(.point(value))
        case let value as CGSize: return archiveGeometry(.size(value))
        case let value as CGRect: return archiveGeometry(.rectangle(value))
        case let value as NSRange: return archiveGeometry(.range(value))
        default: return nil
        }
    }

    private mutating func archiveIndexPath(_ path: IndexPath) -> Reference {
        var fields = PackedIndexes(path).fields
        if let bytes = fields["NSIndexPathData"] { fields["NSIndexPathData"] = add(bytes).value }
        return add(FoundationClass.indexPath.archived, fields)
    }

    /// A text without attributes, as reading gives one; nil if it has some, which have no archived form here.
    private mutating func archivePlainText(_ text: NSAttributedString) -> Reference? {
        var hasAttributes = false
        text.enumerateAttributes(in: NSRange(location: 0, length: text.length)) { attributes, _, _ in
            hasAttributes = hasAttributes || !attributes.isEmpty
        }
        guard !hasAttributes else { return nil }
        return add(FoundationClass.attributedString.archived, ["NSString": add(.string(text.string)).value])
    }

    private mutating func archiveGeometry(_ geometry: ArchivedGeometry) -> Reference {
        let fields = geometry.fields { add($0).value }
        return add(FoundationClass.value.archived, fields)
    }
}

extension KeyedArchiveWriter {
    /// The number that a value is. An object of Foundation's that holds no number bridges to none.
    private static func number(_ value: Any) -> Number? {
        value is NSNumber || !(value is NSValue) ? Number(value) : nil
    }

    private static func isBoolean(_ value: Any) -> Bool {
        if type(of: value) == Bool.self { return true }
        // Only truth values have this type: integers of one byte are stored as larger ones.
        guard let number = value as? NSNumber else { return false }
        return UInt8(bitPattern: number.objCType.pointee) == UInt8(ascii: "c")
    }
}

extension PropertyListValue {
    fileprivate init(_ number: Number, isBoolean: Bool) {
        switch number {
        case .signed(let value): self = isBoolean ? .boolean(value != 0) : .integer(value)
        case .unsigned(let value): self = .largeInteger(value)
        case .floating(let value): self = .real(value)
        case .decimal(let value): self = .real(Number.decimal(value).double)
        }
    }
}
