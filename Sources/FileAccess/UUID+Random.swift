package import Foundation

extension UUID {
    /// Returns a random identifier (version 4 of RFC 9562) whose bits come from the kernel's `getrandom`.
    ///
    /// `UUID()` reads a device file. If the process has no free descriptor, or its root folder has no devices, `UUID()`
    /// returns the same value each time. The standard library's generator calls `getrandom`, which needs no file.
    package static func random() -> UUID {
        var generator = SystemRandomNumberGenerator()
        // Bits 48 to 51 are the version, and bits 64 and 65 the variant.
        let high = (generator.next() & ~0xF000) | 0x4000
        let low = (generator.next() & ~(0b11 << 62)) | (0b10 << 62)
        return withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
