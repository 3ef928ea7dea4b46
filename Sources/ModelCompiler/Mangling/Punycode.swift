/// Identifiers beyond ASCII in the letters of symbols: RFC 3492, with `_` before the code and with letters for digits
/// as Swift has them (`a` to `z`, then `A` to `J`).
enum Punycode {
    private static let base = 36
    private static let smallestThreshold = 1
    private static let largestThreshold = 26
    private static let skew = 38
    private static let damping = 700
    private static let initialBias = 72
    private static let initialScalar = 0x80
    /// Characters of ASCII that no symbol may hold are encoded as if they stood here.
    private static let escapedCharacters = 0xD800

    /// The code of an identifier.
    static func encode(_ identifier: String) -> String {
        let scalars = identifier.unicodeScalars.map { scalar in
            scalar.isASCII && !SymbolMangler.isPlain(UInt8(scalar.value))
                ? escapedCharacters + Int(scalar.value) : Int(scalar.value)
        }
        var output = scalars.filter { $0 < initialScalar }.map { UInt8($0) }
        var handled = output.count
        if handled > 0 { output.append(UInt8(ascii: "_")) }
        let plainCount = handled
        var scalar = initialScalar
        var delta = 0
        var bias = initialBias
        while handled < scalars.count {
            let next = scalars.filter { $0 >= scalar }.min() ?? scalar
            delta += (next - scalar) * (handled + 1)
            scalar = next
            for other in scalars {
                if other < scalar { delta += 1 }
                guard other == scalar else { continue }
                appendNumber(delta, bias: bias, to: &output)
                bias = adapt(delta, count: handled + 1, isFirst: handled == plainCount)
                delta = 0
                handled += 1
            }
            delta += 1
            scalar += 1
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static func appendNumber(_ number: Int, bias: Int, to output: inout [UInt8]) {
        var rest = number
        var position = base
        while true {
            let threshold = min(max(position - bias, smallestThreshold), largestThreshold)
            guard rest >= threshold else { break }
            output.append(digit(threshold + (rest - threshold) % (base - threshold)))
            rest = (rest - threshold) / (base - threshold)
            position += base
        }
        output.append(digit(rest))
    }

    private static func digit(_ value: Int) -> UInt8 {
        value < 26 ? UInt8(ascii: "a") + UInt8(value) : UInt8(ascii: "A") + UInt8(value - 26)
    }

    private static func adapt(_ delta: Int, count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / damping : delta / 2
        delta += delta / count
        var steps = 0
        while delta > (base - smallestThreshold) * largestThreshold / 2 {
            delta /= base - smallestThreshold
            steps += base
        }
        return steps + (base - smallestThreshold + 1) * delta / (delta + skew)
    }
}
