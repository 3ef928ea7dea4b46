import Foundation
import MainspringAnimation
import MainspringGraphics
import SeededRandom
import Testing

@testable import MainspringRendering

/// Layers that are moved, turned, leant, scaled and seen in perspective, beside what pixman makes of the same pictures and maps.
@Suite struct PixmanQuadTests {
    private static let seeds = Seeds.first(15)

    /// Inside of the edges. Places between pixels have seven bits on both sides, ours are rounded in part and pixman's cut off, and none of
    /// our weights is 0: one step in each direction is at most 2 levels of 255; results are rounded here and cut off there.
    private static let mostInside = 5
    /// Along the edges: distances stand for areas, which differ by at most 0.16 of a pixel, as the test of covers says.
    private static let mostOnEdges = 41 + mostInside
    /// The mean along the edges: an edge that lies a tenth of a pixel beside its place would be above it on noise.
    private static let meanOnEdges = 4.0
    /// A mean of fewer pixels says nothing.
    private static let fewest = 40

    @Test(arguments: RandomQuad.Kind.allCases, seeds)
    func `a layer's quadrangle is the one that pixman draws through the same map`(
        kind: RandomQuad.Kind, seed: UInt64
    ) throws {
        let quad = RandomQuad(kind, seed: seed)
        let found = try CompositorStage.run {
            let stage = CompositorStage(RandomQuad.screen, RandomQuad.screen)
            quad.add(to: stage.root)
            stage.draw()
            return PixelPicture(RandomQuad.screen, RandomQuad.screen, stage.pixels)
        }
        let cover = QuadCover(quad.corners)
        let wanted = Self.wanted(quad, cover)
        var (inside, outside, edge, edgeSum, edgeCount) = (0, 0, 0, 0, 0)
        let lookup = quad.lookup(quad.version)
        for (index, pair) in zip(found.pixels, wanted.pixels).enumerated() {
            let middle = SIMD2(
                Double(index % RandomQuad.screen) + 0.5, Double(index / RandomQuad.screen) + 0.5)
            if kind == .nearest, Self.isBetweenPixels(lookup(middle)) { continue }
            let (depth, most) = (cover.depth(middle), difference([pair.0], [pair.1]).greatest)
            switch depth {
            case 1...: inside = max(inside, most)
            case ...(-1): outside = max(outside, most)
            default: (edge, edgeSum, edgeCount) = (max(edge, most), edgeSum + most, edgeCount + 1)
            }
        }
        let isSame =
            inside <= Self.mostInside && outside == 0 && edge <= Self.mostOnEdges
            && (edgeCount < Self.fewest || Double(edgeSum) <= Self.meanOnEdges * Double(edgeCount))
        guard !isSame else { return }
        let report = PictureReport.write("\(kind.rawValue), seed \(seed)", found: found, wanted: wanted)
        Issue.record(
            "\(report): inside by up to \(inside), outside \(outside), along the edges \(edge), \(edgeSum) on \(edgeCount) pixels"
        )
    }

    /// Whether a place is so near to the line between two pixels that rounding decides.
    private static func isBetweenPixels(_ place: SIMD2<Double>) -> Bool {
        let away = place - place.rounded(.toNearestOrEven)
        return min(abs(away.x), abs(away.y)) < 0.01
    }

    private static func wanted(_ quad: RandomQuad, _ cover: QuadCover) -> PixelPicture {
        let screen = RandomQuad.screen
        func places(_ values: [Double]) -> Range<Int> {
            let low = values.reduce(.infinity, min), high = values.reduce(-.infinity, max)
            let first = min(max(Int(low.rounded(.down)) - 1, 0), screen)
            return first..<max(min(Int(high.rounded(.up)) + 1, screen), first)
        }
        let alpha = (Double(quad.opacity) * 255).rounded()
        let mask = (0..<screen * screen).map { UInt8((cover.area($0 % screen, $0 / screen) * alpha).rounded()) }
        let version = quad.version
        return PixmanCompositing.draw(
            version, through: quad.lookup(version), isSmooth: quad.kind != .nearest, mask: mask, onto: quad.ground,
            columns: places(cover.corners.map(\.x)), rows: places(cover.corners.map(\.y)))
    }
}
