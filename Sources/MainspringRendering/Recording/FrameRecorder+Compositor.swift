public import Foundation
public import MainspringAnimation
public import MainspringGraphics

extension LayerCompositor: RecordedPixels {}

extension FrameRecorder {
    /// Ours: a recorder of a layer and what is in it, which leaves the superlayer or host that it has.
    /// - Parameters:
    ///   - width: Pixels, from 1 to 32,767; width times height at most 2^26.
    ///   - height: Pixels, likewise.
    ///   - scale: How many pixels make a point, from 0.01 to 100.
    ///   - background: What is behind the layers; nil for nothing.
    /// - Throws: ``RecordingError`` for a size or a scale that cannot be, and where there is no memory.
    public convenience init(
        layer: CALayer, width: Int, height: Int, scale: CGFloat = 1, background: CGColor? = nil
    ) throws {
        try Self.check(width: width, height: height, scale: scale)
        guard let compositor = LayerCompositor(width: width, height: height, scale: scale, background: background)
        else {
            throw RecordingError(
                .noMemory, "There is no memory for frames of \(width) by \(height) pixels. Record smaller ones.")
        }
        try self.init(layer, width: width, height: height, scale: scale, painter: compositor)
    }
}
