internal import Glibc

/// The bytes of a text, compared as they are.
struct PlainBytes: SearchedElements {
    let bytes: UnsafeBufferPointer<UInt8>

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    var count: Int { bytes.count }

    subscript(_ index: Int) -> UInt8 { bytes[index] }

    func stands(_ needle: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        guard let text = bytes.baseAddress, let start = needle.baseAddress else { return needle.isEmpty }
        return memcmp(text + index, start, needle.count) == 0
    }
}

/// The bytes of a text of ASCII, with capital letters as small ones.
struct LowercasedBytes: SearchedElements {
    let bytes: UnsafeBufferPointer<UInt8>

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    var count: Int { bytes.count }

    subscript(_ index: Int) -> UInt8 { TextFolding.lowercased(bytes[index]) }
}

/// The characters of a text, which are equal if they are canonically equivalent.
struct TextCharacters: SearchedElements {
    let characters: UnsafeBufferPointer<Character>

    init(_ characters: UnsafeBufferPointer<Character>) { self.characters = characters }

    var count: Int { characters.count }

    subscript(_ index: Int) -> Character { characters[index] }
}
