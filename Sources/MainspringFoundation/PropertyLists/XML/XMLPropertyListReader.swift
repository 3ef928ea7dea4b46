internal import Foundation

/// Reads property lists in XML.
///
/// A reference of a keyed archive is a dictionary whose only key is `CF$UID`.
struct XMLPropertyListReader {
    private var scanner: XMLScanner
    private var budget: ReadingBudget
    private var depth = 0

    /// Reads a whole list.
    static func read(_ bytes: [UInt8]) throws(PropertyListError) -> PropertyListValue {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        guard bytes[start...].first(where: { $0 > 0x20 }) == UInt8(ascii: "<") else {
            // UTF-16 has a sentence of its own.
            _ = try XMLScanner(bytes)
            throw PropertyListError(offset: start, problem: .unknownFormat)
        }
        var reader = XMLPropertyListReader(
            scanner: try XMLScanner(bytes), budget: ReadingBudget(byteCount: bytes.count))
        return try reader.document()
    }

    private init(scanner: XMLScanner, budget: ReadingBudget) {
        self.scanner = scanner
        self.budget = budget
    }

    private mutating func document() throws(PropertyListError) -> PropertyListValue {
        let place = scanner.offset
        guard case .start("plist", isEmpty: false) = try tag() else {
            throw error("an element other than plist begins", at: place)
        }
        guard let value = try element(inside: "plist") else { throw error("the list is empty", at: place) }
        guard try element(inside: "plist") == nil else { throw error("there is more than one value", at: place) }
        guard try tag() == .endOfInput else { throw error("something follows the list", at: scanner.offset) }
        return value
    }

    /// The next value, or nil where the element around it ends.
    private mutating func element(inside outer: String) throws(PropertyListError) -> PropertyListValue? {
        let place = scanner.offset
        switch try tag() {
        case .start(let name, let isEmpty): return try value(name, isEmpty: isEmpty, at: place)
        case .end(outer): return nil
        case .end(let name): throw error("\(name) ends inside \(outer)", at: place)
        case .text, .endOfInput: throw error("\(outer) does not end", at: place)
        }
    }

    private mutating func value(
        _ name: String, isEmpty: Bool, at place: Int
    ) throws(PropertyListError) -> PropertyListValue {
        switch name {
        case "array": return isEmpty ? .array([]) : try array(at: place)
        case "dict": return isEmpty ? .dictionary([:]) : try dictionary(at: place)
        case "true", "false":
            let text = try content(of: name, isEmpty: isEmpty)
            guard text.isEmpty else { throw error("\(name) has a content", at: place) }
            return .boolean(name == "true")
        case "string": return .string(try content(of: name, isEmpty: isEmpty))
        case "integer", "real", "date", "data":
            let text = try content(of: name, isEmpty: isEmpty)
            guard let value = Self.scalar(name, text) else {
                throw PropertyListError(offset: place, problem: .badValue(of: name, text))
            }
            if case .data(let data) = value { try take(ReadingBudget.bytes(data.count), at: place) }
            return value
        default: throw error("there is no element “\(name)” in property lists", at: place)
        }
    }

    private mutating func array(at place: Int) throws(PropertyListError) -> PropertyListValue {
        try enter(at: place)
        defer { depth -= 1 }
        var elements: [PropertyListValue] = []
        while let element = try element(inside: "array") {
            // While an array grows there are up to three times its elements.
            try take(3 * MemoryLayout<PropertyListValue>.stride, at: scanner.offset)
            elements.append(element)
        }
        return .array(elements)
    }

    private mutating func dictionary(at place: Int) throws(PropertyListError) -> PropertyListValue {
        try enter(at: place)
        defer { depth -= 1 }
        var entries: [String: PropertyListValue] = [:]
        while true {
            let keyPlace = scanner.offset
            switch try tag() {
            case .end("dict"): return Self.reference(entries) ?? .dictionary(PropertyListDictionary(entries))
            case .start("key", let isEmpty):
                let key = try content(of: "key", isEmpty: isEmpty)
                guard let value = try element(inside: "dict") else {
                    throw error("a key has no value", at: keyPlace)
                }
                try take(2 * ReadingBudget.dictionary(count: 1), at: keyPlace)
                guard entries.updateValue(value, forKey: key) == nil else {
                    throw PropertyListError(offset: keyPlace, problem: .repeatedKey(key))
                }
            case .start(let name, _), .end(let name): throw error("\(name) stands where a key must", at: keyPlace)
            case .text, .endOfInput: throw error("a dictionary does not end", at: keyPlace)
            }
        }
    }

    /// The next piece that is no blank.
    private mutating func tag() throws(PropertyListError) -> XMLScanner.Piece {
        while true {
            let place = scanner.offset
            let piece = try scanner.next(limit: budget.left)
            guard case .text(let text) = piece else { return piece }
            guard text.utf8.allSatisfy({ $0 <= 0x20 }) else { throw error("text stands between elements", at: place) }
        }
    }

    /// The text of an element that has no other content.
    private mutating func content(of name: String, isEmpty: Bool) throws(PropertyListError) -> String {
        guard !isEmpty else { return "" }
        var text = ""
        while true {
            let place = scanner.offset
            switch try scanner.next(limit: budget.left) {
            case .text(let part):
                try take(ReadingBudget.bytes(part.utf8.count), at: place)
                text = text.isEmpty ? part : text + part
            case .end(name): return text
            case .start(let other, _), .end(let other): throw error("\(other) stands in \(name)", at: place)
            case .endOfInput: throw error("\(name) does not end", at: place)
            }
        }
    }

    private mutating func enter(at place: Int) throws(PropertyListError) {
        guard depth < PropertyListValue.greatestDepth else { throw PropertyListError(offset: place, problem: .tooDeep) }
        depth += 1
    }

    private mutating func take(_ byteCount: Int, at place: Int) throws(PropertyListError) {
        guard budget.take(byteCount) else { throw PropertyListError(offset: place, problem: .tooLarge) }
    }

    private func error(_ clause: String, at place: Int) -> PropertyListError {
        PropertyListError(offset: place, problem: .badMarkup(clause))
    }
}
