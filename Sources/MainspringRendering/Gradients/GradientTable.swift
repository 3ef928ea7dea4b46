internal import Foundation
internal import MainspringGraphics

/// A gradient's colours at equal distances, as words of alpha, red, green and blue, multiplied by alpha. Constant.
///
/// Colours are mixed in the gradient's space and then multiplied by alpha, as Apple's are: halfway from red to a clear black is a dark red
/// that covers half.
struct GradientTable {
    /// So many steps there are from 0 to 1; where the colours jump, that is seen up to a step away.
    static let steps = 2_048
    let colors: ContiguousArray<UInt32>
    let first: UInt32
    let last: UInt32

    init(_ gradient: CGGradient) {
        let stops = gradient.stops
        var colors = ContiguousArray<UInt32>()
        colors.reserveCapacity(Self.steps + 1)
        var next = 0
        for step in 0...Self.steps {
            let place = CGFloat(step) / CGFloat(Self.steps)
            while next < stops.count, stops[next].location <= place { next += 1 }
            guard next > 0 else {
                colors.append(Self.word(stops[0].color.encodedSRGB))
                continue
            }
            guard next < stops.count else {
                colors.append(Self.word(stops[next - 1].color.encodedSRGB))
                continue
            }
            let (before, after) = (stops[next - 1], stops[next])
            let part = (place - before.location) / (after.location - before.location)
            colors.append(Self.word(Self.mix(before.color, after.color, part, gradient.colorSpace)))
        }
        self.colors = colors
        first = Self.word(stops[0].color.encodedSRGB)
        last = Self.word(stops[stops.count - 1].color.encodedSRGB)
    }

    private static func mix(_ before: CGColor, _ after: CGColor, _ part: CGFloat, _ space: CGColorSpace) -> SIMD4<
        Double
    > {
        guard let from = before.components, let to = after.components, from.count == to.count else {
            return before.encodedSRGB
        }
        let components = zip(from, to).map { $0 + ($1 - $0) * part }
        return CGColor(colorSpace: space, components: components)?.encodedSRGB ?? before.encodedSRGB
    }

    private static func word(_ color: SIMD4<Double>) -> UInt32 {
        let alpha = min(max(color.w, 0), 1)
        func byte(_ value: Double) -> UInt32 { UInt32((min(max(value, 0), 1) * alpha * 255).rounded()) }
        return UInt32((alpha * 255).rounded()) << 24 | byte(color.x) << 16 | byte(color.y) << 8 | byte(color.z)
    }
}
