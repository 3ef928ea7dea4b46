import MainspringAnimation
import Testing

/// Bits that programs write down.
@Suite struct MaskBitsTests {
    @Test func `margins and sizes of an autoresizing mask have Apple's bits`() {
        let mask: [CAAutoresizingMask] = [
            .layerMinXMargin, .layerWidthSizable, .layerMaxXMargin, .layerMinYMargin, .layerHeightSizable,
            .layerMaxYMargin,
        ]
        #expect(mask.map(\.rawValue) == [1, 2, 4, 8, 16, 32])
    }

    @Test func `smoothed edges have Apple's bits`() {
        let edges: [CAEdgeAntialiasingMask] = [.layerLeftEdge, .layerRightEdge, .layerBottomEdge, .layerTopEdge]
        #expect(edges.map(\.rawValue) == [1, 2, 4, 8])
    }

    @Test func `a range of rates is made by a function too`() {
        let range = CAFrameRateRangeMake(30, 120, 60)
        #expect(range == CAFrameRateRange(minimum: 30, maximum: 120, preferred: 60))
    }
}
