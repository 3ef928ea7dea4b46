internal import MainspringGraphics

/// A colour as the compositor mixes it: red, green and blue as sRGB encodes them, multiplied by alpha, and alpha.
struct PaintColor: Hashable {
    let values: SIMD4<Float>

    /// Nil for one that nothing is seen of.
    init?(_ color: CGColor?) {
        guard let color else { return nil }
        let values = color.encodedSRGB
        let alpha = Float(values.w)
        guard alpha > 0 else { return nil }
        self.values = SIMD4(Float(values.x) * alpha, Float(values.y) * alpha, Float(values.z) * alpha, alpha)
    }

    var isOpaque: Bool { values.w >= 1 }

    /// As a pixel's word, with an alpha from 0 to 255.
    @inline(__always)
    func pixel(_ alpha: UInt32) -> UInt32 {
        let scaled = (values * Float(alpha)).rounded(.toNearestOrAwayFromZero).clamped(
            lowerBound: .zero, upperBound: SIMD4(repeating: 255))
        let whole = SIMD4<UInt32>(truncatingIfNeeded: SIMD4<Int32>(scaled))
        return whole.w << 24 | min(whole.x, whole.w) << 16 | min(whole.y, whole.w) << 8 | min(whole.z, whole.w)
    }
}
