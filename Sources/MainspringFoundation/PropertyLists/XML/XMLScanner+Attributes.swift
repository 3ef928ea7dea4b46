extension XMLScanner {
    /// The attributes of the element whose start was the last piece, in order, with what references in them stand for.
    ///
    /// - Throws: ``PropertyListError`` if they are not well formed, or one is there twice.
    package func attributes() throws(PropertyListError) -> [(name: String, value: String)] {
        var list: [(name: String, value: String)] = []
        var place = attributePlace.lowerBound
        let end = attributePlace.upperBound
        skipBlanks(&place, end)
        while place < end {
            let name = try attributeName(&place, end)
            let value = try attributeValue(&place, end, name: name)
            guard !list.contains(where: { $0.name == name }) else {
                throw wrong("the attribute “\(name.prefix(80))” stands twice in a tag", place)
            }
            guard list.count < Self.greatestAttributeCount else {
                throw wrong("a tag has more than \(Self.greatestAttributeCount) attributes", place)
            }
            list.append((name, value))
            skipBlanks(&place, end)
        }
        return list
    }

    /// More no document has; each is compared with those before it.
    private static let greatestAttributeCount = 256

    private func wrong(_ clause: String, _ place: Int) -> PropertyListError {
        PropertyListError(offset: place, problem: .badMarkup(clause))
    }

    private func skipBlanks(_ place: inout Int, _ end: Int) {
        while place < end, bytes[place] <= 0x20 { place += 1 }
    }

    /// A name and the sign behind it.
    private func attributeName(_ place: inout Int, _ end: Int) throws(PropertyListError) -> String {
        let start = place
        while place < end, bytes[place] > 0x20, bytes[place] != UInt8(ascii: "=") { place += 1 }
        let name = bytes[start..<place]
        skipBlanks(&place, end)
        guard !name.isEmpty, place < end, bytes[place] == UInt8(ascii: "=") else {
            throw wrong("an attribute has no name or no value", start)
        }
        guard !name.contains(where: Self.isMarkup) else {
            throw wrong("the name of an attribute has a quotation mark or another sign of markup", start)
        }
        place += 1
        skipBlanks(&place, end)
        return try string(name, at: start)
    }

    /// What no name may have, since it would be markup where the name is written.
    private static func isMarkup(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"),
            UInt8(ascii: "/"):
            true
        default: false
        }
    }

    /// A value in its quotes. Tabs and ends of lines are spaces, unless they are written as references.
    private func attributeValue(
        _ place: inout Int, _ end: Int, name: String
    ) throws(PropertyListError) -> String {
        let start = place
        guard place < end, bytes[place] == UInt8(ascii: "\"") || bytes[place] == UInt8(ascii: "'") else {
            throw wrong("the value of the attribute “\(name.prefix(80))” is not in quotes", start)
        }
        let quote = bytes[place]
        place += 1
        let first = place
        while place < end, bytes[place] != quote, bytes[place] != UInt8(ascii: "&"), bytes[place] >= 0x20 {
            place += 1
        }
        if place < end, bytes[place] == quote {
            // Mostly there is nothing to be replaced.
            defer { place += 1 }
            return try string(bytes[first..<place], at: first)
        }
        var value = [UInt8](bytes[first..<place])
        while place < end, bytes[place] != quote {
            if bytes[place] == UInt8(ascii: "&") {
                let reference = try reference(at: place, end: end)
                value += reference.bytes
                place = reference.end
            } else {
                value.append(bytes[place] < 0x20 ? 0x20 : bytes[place])
                place += 1
            }
        }
        guard place < end else { throw wrong("the value of the attribute “\(name.prefix(80))” does not end", start) }
        place += 1
        return try string(value[...], at: first)
    }
}
