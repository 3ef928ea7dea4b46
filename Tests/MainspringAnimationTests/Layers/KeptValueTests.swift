import MainspringAnimation
import Testing

/// Properties that nothing here goes by, and that programs set and read.
@Suite struct KeptValueTests {
    @Test func `a layer keeps what has no influence on how it looks`() {
        let layer = CALayer()
        layer.allowsEdgeAntialiasing = true
        layer.edgeAntialiasingMask = [.layerLeftEdge, .layerTopEdge]
        layer.toneMapMode = .ifSupported
        layer.preferredDynamicRange = .constrainedHigh
        #expect(layer.allowsEdgeAntialiasing && layer.edgeAntialiasingMask == [.layerLeftEdge, .layerTopEdge])
        #expect(layer.toneMapMode == .ifSupported && layer.preferredDynamicRange == .constrainedHigh)
    }

    @Test func `a text layer keeps whether letters may stand between pixels`() {
        let layer = CATextLayer()
        layer.allowsFontSubpixelQuantization = true
        #expect(layer.allowsFontSubpixelQuantization)
    }
}
