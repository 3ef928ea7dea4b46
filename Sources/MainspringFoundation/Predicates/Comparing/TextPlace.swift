internal import Glibc

/// How a text stands in another, by bytes.
enum TextPlace {
    case whole
    case beginning
    case end
    case anywhere

    /// Whether a text stands at the place of another. The empty one stands nowhere but as the whole of an empty one: so
    /// `hasPrefix:` and `rangeOfString:` of Apple's texts are documented.
    func holds(_ needle: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>) -> Bool {
        let room = text.count - needle.count
        guard room >= 0, canStand(needle) else { return false }
        switch self {
        case .whole: return room == 0 && Self.stands(needle, in: text, at: 0)
        case .beginning: return Self.stands(needle, in: text, at: 0)
        case .end: return Self.stands(needle, in: text, at: room)
        case .anywhere:
            let first = needle[0]
            for offset in 0...room where text[offset] == first && Self.stands(needle, in: text, at: offset) {
                return true
            }
            return false
        }
    }

    private func canStand(_ needle: UnsafeBufferPointer<UInt8>) -> Bool { self == .whole || !needle.isEmpty }

    private static func stands(
        _ needle: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>, at offset: Int
    ) -> Bool {
        guard let text = text.baseAddress, let start = needle.baseAddress else { return needle.isEmpty }
        return memcmp(text + offset, start, needle.count) == 0
    }

    /// The same with capital letters of ASCII in the text taken for small ones.
    func holdsLowercased(_ needle: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>) -> Bool {
        let room = text.count - needle.count
        guard room >= 0, canStand(needle) else { return false }
        switch self {
        case .whole: return room == 0 && Self.standsLowercased(needle, in: text, at: 0)
        case .beginning: return Self.standsLowercased(needle, in: text, at: 0)
        case .end: return Self.standsLowercased(needle, in: text, at: room)
        case .anywhere:
            for offset in 0...room where Self.standsLowercased(needle, in: text, at: offset) { return true }
            return false
        }
    }

    private static func standsLowercased(
        _ needle: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>, at offset: Int
    ) -> Bool {
        for index in needle.indices where TextFolding.lowercased(text[offset + index]) != needle[index] { return false }
        return true
    }

    func holds(_ needle: String, in text: String) -> Bool {
        var needle = needle
        var text = text
        return needle.withUTF8 { needle in text.withUTF8 { holds(needle, in: $0) } }
    }
}
