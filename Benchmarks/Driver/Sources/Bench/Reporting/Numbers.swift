internal import Glibc

/// A figure with three digits or so.
func short(_ value: Double) -> String {
    let digits =
        switch abs(value) {
        case 99.95...: 0
        case 9.995...: 1
        case 0.0995..., 0: 2
        case 0.00995...: 4
        default: 5
        }
    return fixed(value, digits)
}

/// A number with that many decimals.
func fixed(_ value: Double, _ decimals: Int) -> String {
    var buffer = [CChar](repeating: 0, count: 64)
    let length = withVaList([Int32(decimals), value]) { vsnprintf(&buffer, buffer.count, "%.*f", $0) }
    return String(decoding: buffer[..<Int(length)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
