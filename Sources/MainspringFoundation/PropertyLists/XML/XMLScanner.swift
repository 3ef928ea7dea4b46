/// Reads the markup of an XML document such as Apple's tools write, one piece after another.
///
/// Of our own, and small: property lists and data models need no entities but the five that XML has, and no files.
/// Foundation's parser is in a module of its own over libxml2, which expands what a document declares; here a document
/// that declares anything is refused, so nothing is ever fetched or multiplied.
package struct XMLScanner {
    let bytes: [UInt8]
    /// Where the next piece begins.
    package private(set) var offset: Int
    /// Where what follows the name in the last start of an element stands.
    private(set) var attributePlace = 0..<0
    private let acceptsDocumentType: Bool

    /// A piece of markup.
    package enum Piece: Equatable {
        /// - Parameter isEmpty: It ends itself, as `<true/>`.
        case start(String, isEmpty: Bool)
        case end(String)
        /// Text between two tags; what is between comments and sections is put together.
        case text(String)
        case endOfInput
    }

    /// - Parameter acceptsDocumentType: A document type that declares nothing is passed over, and not refused.
    /// - Throws: ``PropertyListError`` if the input is not in UTF-8.
    package init(_ bytes: [UInt8], acceptsDocumentType: Bool = true) throws(PropertyListError) {
        self.bytes = bytes
        self.acceptsDocumentType = acceptsDocumentType
        offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        guard !bytes.starts(with: [0xFE, 0xFF]), !bytes.starts(with: [0xFF, 0xFE]) else {
            throw PropertyListError(offset: 0, problem: .badMarkup("there is UTF-16, and only UTF-8 is read"))
        }
    }

    /// The next piece. Comments, declarations and processing instructions are passed over.
    ///
    /// - Parameter limit: How many bytes of text may be gathered.
    package mutating func next(limit: Int) throws(PropertyListError) -> Piece {
        var text: [UInt8] = []
        let start = offset
        while offset < bytes.count {
            if bytes[offset] == UInt8(ascii: "<") {
                let isSpecial = isSpecial
                if isSpecial, try skipUnread() { continue }
                if isSpecial, starts("<![CDATA[") {
                    offset += 9
                    let range = try through("]]>", of: "section of characters")
                    text += bytes[range]
                } else if text.isEmpty {
                    return try tag()
                } else {
                    break
                }
            } else if bytes[offset] == UInt8(ascii: "&") {
                let reference = try reference(at: offset, end: bytes.count)
                text += reference.bytes
                offset = reference.end
            } else {
                let end = next(UInt8(ascii: "<"), or: UInt8(ascii: "&"))
                let run = offset..<(end ?? bytes.count)
                offset = run.upperBound
                // Mostly this is all of the text, and needs no second copy.
                if text.isEmpty, end.map({ bytes[$0] == UInt8(ascii: "<") }) ?? true, !isSpecial {
                    return .text(try string(bytes[run], at: start))
                }
                text += bytes[run]
            }
            guard text.count <= limit else { throw PropertyListError(offset: start, problem: .tooLarge) }
        }
        return text.isEmpty ? .endOfInput : .text(try string(text[...], at: start))
    }

    func string(_ text: ArraySlice<UInt8>, at place: Int) throws(PropertyListError) -> String {
        // Mostly it is ASCII, which is right in itself: to validate costs several times as much.
        if text.allSatisfy({ $0 < 0x80 }) { return String(decoding: text, as: UTF8.self) }
        guard let string = String(validating: text, as: UTF8.self) else {
            throw PropertyListError(offset: place, problem: .badText)
        }
        return string
    }

    /// Whether what begins here with an angle bracket is no tag.
    private var isSpecial: Bool {
        guard offset + 1 < bytes.count else { return false }
        return bytes[offset + 1] == UInt8(ascii: "!") || bytes[offset + 1] == UInt8(ascii: "?")
    }

    /// Where one of two bytes is next, from here.
    private func next(_ first: UInt8, or second: UInt8) -> Int? {
        var place = offset
        while place < bytes.count {
            if bytes[place] == first || bytes[place] == second { return place }
            place += 1
        }
        return nil
    }

    private func error(_ clause: String) -> PropertyListError {
        PropertyListError(offset: offset, problem: .badMarkup(clause))
    }

    private func starts(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { bytes[offset...].starts(with: $0) }
    }

    /// What is before an ending, from here; goes on behind it.
    private mutating func through(_ ending: StaticString, of what: String) throws(PropertyListError) -> Range<Int> {
        let start = offset
        while offset < bytes.count {
            if starts(ending) {
                defer { offset += ending.utf8CodeUnitCount }
                return start..<offset
            }
            offset += 1
        }
        offset = start
        throw error("a \(what) does not end")
    }

    /// Passes over what a property list says nothing with; false if here is something else.
    private mutating func skipUnread() throws(PropertyListError) -> Bool {
        if starts("<!--") {
            offset += 4
            _ = try through("-->", of: "comment")
        } else if starts("<?") {
            _ = try through("?>", of: "processing instruction")
        } else if starts("<!DOCTYPE") {
            let start = offset
            guard acceptsDocumentType else { throw error("a document type is declared, which is never needed") }
            let range = try through(">", of: "document type")
            guard !bytes[range].contains(UInt8(ascii: "[")) else {
                throw PropertyListError(
                    offset: start, problem: .badMarkup("the document type declares something, which is never read"))
            }
        } else {
            return false
        }
        return true
    }

    /// A tag, from its angle bracket on.
    private mutating func tag() throws(PropertyListError) -> Piece {
        let start = offset
        guard let end = tagEnd else { throw error("a tag does not end") }
        offset = end + 1
        var range = start + 1..<end
        let isEnd = range.first.map { bytes[$0] == UInt8(ascii: "/") } ?? false
        let isEmpty = range.last.map { bytes[$0] == UInt8(ascii: "/") } ?? false
        if isEnd {
            range.removeFirst()
        } else if isEmpty {
            range.removeLast()
        }
        let name = bytes[range].prefix { $0 > 0x20 }
        // No name of a property list is longer than this; what is unknown is quoted.
        guard !name.isEmpty, name.count <= 40 else {
            throw PropertyListError(offset: start, problem: .badMarkup("a tag has no name that is known"))
        }
        attributePlace = name.endIndex..<range.endIndex
        let text = String(decoding: name, as: UTF8.self)
        return isEnd ? .end(text) : .start(text, isEmpty: isEmpty)
    }

    /// Where the tag that begins here ends; in quotes an angle bracket is a character like others.
    private var tagEnd: Int? {
        var place = offset
        var quote: UInt8?
        while place < bytes.count {
            let byte = bytes[place]
            if quote != nil {
                if byte == quote { quote = nil }
            } else if byte == UInt8(ascii: ">") {
                return place
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            }
            place += 1
        }
        return nil
    }

    /// What a reference stands for: one of XML's five, or a character by its number.
    func reference(at place: Int, end: Int) throws(PropertyListError) -> (bytes: [UInt8], end: Int) {
        func wrong(_ clause: String) -> PropertyListError {
            PropertyListError(offset: place, problem: .badMarkup(clause))
        }
        let rest = bytes[(place + 1)..<end].prefix(12)
        guard let end = rest.firstIndex(of: UInt8(ascii: ";")) else { throw wrong("a reference does not end") }
        let name = String(decoding: rest[..<end], as: UTF8.self)
        let character: Unicode.Scalar? =
            switch name {
            case "amp": "&"
            case "lt": "<"
            case "gt": ">"
            case "quot": "\""
            case "apos": "'"
            case _ where name.hasPrefix("#x"): UInt32(name.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
            case _ where name.hasPrefix("#"): UInt32(name.dropFirst(1)).flatMap(Unicode.Scalar.init)
            default: nil
            }
        guard let character else { throw wrong("the reference “&\(name);” is not known") }
        return ([UInt8](String(Character(character)).utf8), end + 1)
    }
}
