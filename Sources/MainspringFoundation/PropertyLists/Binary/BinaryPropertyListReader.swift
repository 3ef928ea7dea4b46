internal import Foundation

/// Reads binary property lists (`bplist00`): a table of objects that refer to each other by number.
///
/// Every object is read once. What is inside a list counts each time that it is referred to, in depth and in memory,
/// so a list that seems huge because it shares is refused.
struct BinaryPropertyListReader {
    static let magic = [UInt8]("bplist00".utf8)

    let bytes: [UInt8]
    let trailer: BinaryPropertyListTrailer
    /// What is known of each object.
    private var objects: [Object]
    /// The lists of keys, by the references that they are written with.
    private var keyLists: [ArraySlice<UInt8>: PropertyListDictionary.Keys] = [:]
    private var budget: ReadingBudget
    /// How many lists are being read, each inside the one before.
    private var depth = 0

    /// What is known of an object.
    private enum Object {
        case unread
        /// It is a list that is being read: who refers to it now is inside it.
        case open
        /// - Parameters:
        ///   - weight: The bytes that a list takes with all lists that are in it, each as often as it is; otherwise 0.
        ///   - height: The lists that are inside each other in it, itself included; of what is no list 0.
        case read(PropertyListValue, weight: Int, height: Int)
    }

    /// Whether an input claims to be a binary property list; versions after the first have another form.
    static func recognizes(_ bytes: [UInt8]) -> Bool { bytes.starts(with: magic) }

    /// Reads a whole list.
    static func read(_ bytes: [UInt8]) throws(PropertyListError) -> PropertyListValue {
        var reader = try BinaryPropertyListReader(bytes)
        return try reader.object(reader.trailer.topObject, referredAt: bytes.count - 16).value
    }

    private init(_ bytes: [UInt8]) throws(PropertyListError) {
        self.bytes = bytes
        trailer = try BinaryPropertyListTrailer(of: bytes)
        budget = ReadingBudget(byteCount: bytes.count)
        guard budget.take(trailer.objectCount * MemoryLayout<Object>.stride) else {
            throw PropertyListError(offset: trailer.tableOffset, problem: .tooLarge)
        }
        objects = Array(repeating: .unread, count: trailer.objectCount)
    }

    /// A read object, with what it counts where somebody refers to it.
    private typealias Reading = (value: PropertyListValue, weight: Int, height: Int)

    private mutating func object(_ number: Int, referredAt place: Int) throws(PropertyListError) -> Reading {
        switch objects[number] {
        case .open: throw PropertyListError(offset: place, problem: .cycle)
        case .read(let value, let weight, let height):
            // A list counts again; texts and data are shared.
            try take(weight, at: place)
            guard depth + height <= PropertyListValue.greatestDepth else {
                throw PropertyListError(offset: place, problem: .tooDeep)
            }
            return (value, weight, height)
        case .unread: break
        }
        let entry = trailer.tableOffset + number * trailer.offsetSize
        let offset = bytes.bigEndian(at: entry, size: trailer.offsetSize)
        guard offset >= UInt64(Self.magic.count), offset < UInt64(trailer.tableOffset) else {
            throw PropertyListError(offset: entry, problem: .badNumber(of: "offset of an object", offset))
        }
        let reading = try readObject(number, at: Int(offset))
        objects[number] = .read(reading.value, weight: reading.weight, height: reading.height)
        return reading
    }

    private mutating func readObject(_ number: Int, at offset: Int) throws(PropertyListError) -> Reading {
        switch try BinaryPropertyListItem(of: bytes, at: offset, end: trailer.tableOffset) {
        case .value(let value): return (value, 0, 0)
        case .data(let range):
            try take(ReadingBudget.bytes(range.count), at: offset)
            return (.data(Data(bytes[range])), 0, 0)
        case .ascii(let range):
            try take(ReadingBudget.bytes(range.count), at: offset)
            guard bytes[range].allSatisfy({ $0 < 0x80 }) else {
                throw PropertyListError(offset: offset, problem: .badText)
            }
            return (.string(String(decoding: bytes[range], as: UTF8.self)), 0, 0)
        case .utf16(let range):
            // In UTF-8 two bytes become up to three.
            try take(ReadingBudget.bytes(range.count / 2 * 3), at: offset)
            return (.string(text(utf16: range)), 0, 0)
        case .array(let references, let count):
            objects[number] = .open
            return try readArray(count, references: references)
        case .dictionary(let references, let count):
            objects[number] = .open
            return try readDictionary(count, references: references)
        }
    }

    /// A half of a pair without the other becomes U+FFFD: Foundation's strings may have one, Swift's may not.
    private func text(utf16 range: Range<Int>) -> String {
        let units = (0..<range.count / 2).lazy.map { index in
            let place = range.lowerBound + 2 * index
            return UInt16(bytes[place]) << 8 | UInt16(bytes[place + 1])
        }
        return String(decoding: units, as: UTF16.self)
    }

    private mutating func readArray(_ count: Int, references: Int) throws(PropertyListError) -> Reading {
        try enter(at: references, referenceCount: count)
        defer { depth -= 1 }
        var weight = ReadingBudget.array(count: count)
        try take(weight, at: references)
        var elements: [PropertyListValue] = []
        elements.reserveCapacity(count)
        var height = 0
        for index in 0..<count {
            let element = try referred(by: references + index * trailer.referenceSize)
            elements.append(element.value)
            weight += element.weight
            height = max(height, element.height)
        }
        return (.array(elements), weight, height + 1)
    }

    private mutating func readDictionary(_ count: Int, references: Int) throws(PropertyListError) -> Reading {
        try enter(at: references, referenceCount: count * 2)
        defer { depth -= 1 }
        var weight = ReadingBudget.dictionary(count: count)
        try take(weight, at: references)
        let keys = try keys(count, references: references)
        var values: [PropertyListValue] = []
        values.reserveCapacity(count)
        var height = 0
        for index in 0..<count {
            let value = try referred(by: references + (count + index) * trailer.referenceSize)
            values.append(value.value)
            weight += value.weight
            height = max(height, value.height)
        }
        return (.dictionary(PropertyListDictionary(keys, values)), weight, height + 1)
    }

    /// A list of keys, which is read once for all dictionaries that have it.
    private mutating func keys(_ count: Int, references: Int) throws(PropertyListError) -> PropertyListDictionary.Keys {
        let written = bytes[references..<(references + count * trailer.referenceSize)]
        if let known = keyLists[written] { return known }
        try take(ReadingBudget.keyList(count: count), at: references)
        var names: [String] = []
        names.reserveCapacity(count)
        var known: Set<String> = []
        for index in 0..<count {
            let place = references + index * trailer.referenceSize
            let key = try referred(by: place)
            guard case .string(let name) = key.value else {
                throw PropertyListError(offset: place, problem: .badKey(key.value.kind))
            }
            guard known.insert(name).inserted else {
                throw PropertyListError(offset: place, problem: .repeatedKey(name))
            }
            names.append(name)
        }
        let keys = PropertyListDictionary.Keys(names)
        keyLists[written] = keys
        return keys
    }

    /// Goes into a list whose references must all be there.
    private mutating func enter(at references: Int, referenceCount: Int) throws(PropertyListError) {
        guard referenceCount <= (trailer.tableOffset - references) / trailer.referenceSize else {
            throw PropertyListError(offset: references, problem: .truncated)
        }
        guard depth < PropertyListValue.greatestDepth else {
            throw PropertyListError(offset: references, problem: .tooDeep)
        }
        depth += 1
    }

    /// The object that a reference means.
    private mutating func referred(by place: Int) throws(PropertyListError) -> Reading {
        let number = bytes.bigEndian(at: place, size: trailer.referenceSize)
        guard number < UInt64(trailer.objectCount) else {
            throw PropertyListError(offset: place, problem: .missingObject(number, count: trailer.objectCount))
        }
        return try object(Int(number), referredAt: place)
    }

    private mutating func take(_ byteCount: Int, at offset: Int) throws(PropertyListError) {
        guard budget.take(byteCount) else { throw PropertyListError(offset: offset, problem: .tooLarge) }
    }
}
