import MainspringGraphics

/// What the blend modes make of a colour on a ground, both not multiplied by alpha, by their formulas: those of PDF (ISO 32000-1, 11.3.5)
/// and of Porter and Duff.
enum BlendFormulas {
    /// Red, green, blue and alpha, multiplied by alpha, from 0 to 1.
    static func result(_ mode: CGBlendMode, _ drawn: SIMD4<Double>, _ ground: SIMD4<Double>) -> SIMD4<Double> {
        let (sa, da) = (drawn.w, ground.w)
        let (s, d) = (drawn * SIMD4(sa, sa, sa, 1), ground * SIMD4(da, da, da, 1))
        switch mode {
        case .clear: return .zero
        case .copy: return s
        case .sourceIn: return s * da
        case .sourceOut: return s * (1 - da)
        case .sourceAtop: return (s * da + d * (1 - sa)).withAlpha(da)
        case .destinationOver: return s * (1 - da) + d
        case .destinationIn: return d * sa
        case .destinationOut: return d * (1 - sa)
        case .destinationAtop: return (s * (1 - da) + d * sa).withAlpha(sa)
        case .xor: return s * (1 - da) + d * (1 - sa)
        case .plusLighter: return (s + d).clamped(lowerBound: .zero, upperBound: .one)
        case .plusDarker:
            let alpha = min(1, sa + da)
            let sum = SIMD4(repeating: 1) - (SIMD4(repeating: da) - d + SIMD4(repeating: sa) - s)
            return sum.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: alpha)).withAlpha(alpha)
        default:
            let mixed = mix(mode, drawn, ground)
            let color = s * (1 - da) + d * (1 - sa) + mixed * (sa * da)
            return color.withAlpha(sa + da - sa * da)
        }
    }

    private static func mix(_ mode: CGBlendMode, _ s: SIMD4<Double>, _ b: SIMD4<Double>) -> SIMD4<Double> {
        switch mode {
        case .hue: return setLuminosity(setSaturation(s, saturation(b)), luminosity(b))
        case .saturation: return setLuminosity(setSaturation(b, saturation(s)), luminosity(b))
        case .color: return setLuminosity(s, luminosity(b))
        case .luminosity: return setLuminosity(b, luminosity(s))
        default:
            var result = SIMD4<Double>()
            for index in 0..<3 { result[index] = channel(mode, s[index], b[index]) }
            return result
        }
    }

    private static func channel(_ mode: CGBlendMode, _ s: Double, _ b: Double) -> Double {
        switch mode {
        case .multiply: return s * b
        case .screen: return s + b - s * b
        case .overlay: return channel(.hardLight, b, s)
        case .darken: return min(s, b)
        case .lighten: return max(s, b)
        case .colorDodge: return b == 0 ? 0 : s == 1 ? 1 : min(1, b / (1 - s))
        case .colorBurn: return b == 1 ? 1 : s == 0 ? 0 : 1 - min(1, (1 - b) / s)
        case .hardLight: return s <= 0.5 ? 2 * s * b : (2 * s - 1) + b - (2 * s - 1) * b
        case .softLight:
            let d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
            return s <= 0.5 ? b - (1 - 2 * s) * b * (1 - b) : b + (2 * s - 1) * (d - b)
        case .difference: return abs(s - b)
        case .exclusion: return s + b - 2 * s * b
        default: return s
        }
    }

    private static func luminosity(_ c: SIMD4<Double>) -> Double { 0.3 * c.x + 0.59 * c.y + 0.11 * c.z }

    private static func saturation(_ c: SIMD4<Double>) -> Double { max(c.x, c.y, c.z) - min(c.x, c.y, c.z) }

    private static func setLuminosity(_ c: SIMD4<Double>, _ wanted: Double) -> SIMD4<Double> {
        var color = c + SIMD4(repeating: wanted - luminosity(c))
        let (l, n, x) = (luminosity(color), min(color.x, color.y, color.z), max(color.x, color.y, color.z))
        let grey = SIMD4(repeating: l)
        if n < 0 { color = grey + (color - grey) * (l / (l - n)) }
        if x > 1 { color = grey + (color - grey) * ((1 - l) / (x - l)) }
        return color
    }

    private static func setSaturation(_ c: SIMD4<Double>, _ wanted: Double) -> SIMD4<Double> {
        let order = [0, 1, 2].sorted { c[$0] < c[$1] }
        var result = SIMD4<Double>()
        guard c[order[2]] > c[order[0]] else { return result }
        result[order[1]] = (c[order[1]] - c[order[0]]) * wanted / (c[order[2]] - c[order[0]])
        result[order[2]] = wanted
        return result
    }
}

extension SIMD4<Double> {
    fileprivate func withAlpha(_ alpha: Double) -> SIMD4<Double> { SIMD4(x, y, z, alpha) }
}
