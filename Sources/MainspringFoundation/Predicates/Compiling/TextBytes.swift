/// The bytes of a text, in a place of their own: to look at them costs no counting of references.
final class TextBytes: @unchecked Sendable {
    // `@unchecked Sendable`: constant; the memory is this object's, and is used only while the object is.

    let bytes: UnsafeBufferPointer<UInt8>
    let isASCII: Bool

    init(_ text: String) {
        let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
        _ = memory.initialize(from: text.utf8)
        bytes = UnsafeBufferPointer(memory)
        isASCII = TextOrder.isASCII(bytes)
    }

    deinit { bytes.deallocate() }
}
