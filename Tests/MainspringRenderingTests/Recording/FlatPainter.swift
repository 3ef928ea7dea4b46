import Foundation
import MainspringAnimation
import MainspringGraphics

@testable import MainspringRendering

/// Paints the layers of a frame as upright rectangles of one colour, so that recordings have pixels that a test can compute.
final class FlatPainter: RecordedPixels {
    private let width: Int
    private let height: Int
    /// More than a row of pixels has, so that gaps are met.
    private let bytesPerRow: Int
    private var bytes: [UInt8]
    /// The times of the frames that were drawn.
    private(set) var times: [Double] = []
    /// Called with each of them.
    var onDraw: ((LayerFrame) -> Void)?

    init(_ width: Int, _ height: Int, gap: Int = 8) {
        (self.width, self.height) = (width, height)
        bytesPerRow = 4 * width + gap
        bytes = [UInt8](repeating: 0, count: bytesPerRow * height)
    }

    func draw(_ frame: LayerFrame) {
        times.append(frame.time)
        onDraw?(frame)
        for index in bytes.indices { bytes[index] = 0 }
        if let root = frame.root { paint(root) }
    }

    private func paint(_ layer: FrameLayer) {
        if let color = layer.backgroundColor, let corner = layer.convertToHost(layer.bounds.origin) {
            let values = color.premultipliedSRGB
            let pixel = [values.z, values.y, values.x, values.w].map { UInt8(($0 * 255).rounded()) }
            let (left, top) = (Int(corner.x.rounded()), Int(corner.y.rounded()))
            for y in max(0, top)..<max(0, min(height, top + Int(layer.bounds.height))) {
                for x in max(0, left)..<max(0, min(width, left + Int(layer.bounds.width))) {
                    for channel in 0..<4 { bytes[y * bytesPerRow + 4 * x + channel] = pixel[channel] }
                }
            }
        }
        for sublayer in layer.sublayers { paint(sublayer) }
    }

    func withPixels<Result>(_ body: (UnsafeRawBufferPointer, Int) throws -> Result) rethrows -> Result {
        try bytes.withUnsafeBytes { try body($0, bytesPerRow) }
    }
}
