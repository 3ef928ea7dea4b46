internal import Foundation

/// Reads an element's attributes by their kinds, and knows which of them nobody has asked for.
struct ModelXMLAttributes {
    let document: ModelXMLDocument
    let element: ModelXMLElement
    private var used: UInt64 = 0
    /// The bits of all attributes, as far as there are bits for them.
    private let all: UInt64

    init(_ element: ModelXMLElement, in document: ModelXMLDocument) {
        self.element = element
        all = element.attributes.count < UInt64.bitWidth ? (1 << UInt64(element.attributes.count)) - 1 : .max
        self.document = document
    }

    /// The value of an attribute as it stands.
    mutating func text(_ name: String) -> String? {
        // Each is asked for once, and of most elements there are few.
        guard used != all || all == .max else { return nil }
        for (index, attribute) in element.attributes.enumerated() where attribute.name == name {
            if index < UInt64.bitWidth { used |= 1 << UInt64(index) }
            return attribute.value
        }
        return nil
    }

    /// The value of an attribute under one of several names: generations of Xcode differ.
    mutating func text(_ names: [String]) -> String? {
        for name in names { if let text = text(name) { return text } }
        return nil
    }

    /// The value of an attribute that must be there and not be empty.
    mutating func needed(_ name: String) throws(ModelFileError) -> String {
        guard let text = text(name), !text.isEmpty else {
            throw document.error(element, "the attribute “\(name)” is missing; add it")
        }
        return text
    }

    /// The value of an attribute that is not empty.
    mutating func filled(_ name: String) -> String? { text(name).flatMap { $0.isEmpty ? nil : $0 } }

    /// A truth value.
    mutating func flag(_ name: String) throws(ModelFileError) -> Bool? {
        guard let text = text(name) else { return nil }
        switch text {
        case "YES", "yes", "true", "1": return true
        case "NO", "no", "false", "0": return false
        default: throw wrong(name, text, "YES or NO")
        }
    }

    /// A truth value under one of several names.
    mutating func flag(_ names: [String]) throws(ModelFileError) -> Bool? {
        for name in names { if let flag = try flag(name) { return flag } }
        return nil
    }

    /// An integer that is not negative.
    mutating func count(_ name: String) throws(ModelFileError) -> Int? {
        guard let text = filled(name) else { return nil }
        guard let number = Int(text), number >= 0 else { throw wrong(name, text, "a number from 0 on") }
        return number
    }

    /// What is wrong with a value.
    func wrong(_ name: String, _ text: String, _ expected: String) -> ModelFileError {
        document.error(element, "“\(text.excerpt)” for “\(name)” is not \(expected)")
    }

    /// Notes what nobody has asked for.
    func noteUnused(in assembly: inout ModelAssembly) {
        guard used != all || all == .max else { return }
        for (index, attribute) in element.attributes.enumerated()
        where index >= UInt64.bitWidth || used & (1 << UInt64(index)) == 0 {
            assembly.note("\(document.place(of: element)): the attribute “\(attribute.name.excerpt)” is not known")
        }
    }
}
