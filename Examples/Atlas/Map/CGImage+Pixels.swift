import Foundation
import MainspringGraphics

extension CGImage {
    /// How pixels that the map paints itself lie in memory: 32 bits each, alpha multiplied in and uppermost.
    static let pixelInfo = CGBitmapInfo.byteOrder32Little.rawValue | CGImageAlphaInfo.premultipliedFirst.rawValue

    /// A picture of pixels, row by row from the top.
    static func make(_ pixels: [UInt32], width: Int, height: Int) -> CGImage? {
        guard let provider = CGDataProvider(data: pixels.withUnsafeBytes { Data($0) }) else { return nil }
        return CGImage(
            width: width, height: height, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 4 * width,
            space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGBitmapInfo(rawValue: pixelInfo), provider: provider,
            decode: nil, shouldInterpolate: true, intent: .defaultIntent)
    }
}
