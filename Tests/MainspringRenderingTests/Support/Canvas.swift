import Foundation
import MainspringGraphics
import MainspringRendering

/// A bitmap whose pixels are asked one by one, counted from the top left corner.
struct Canvas {
    let context: CGContext

    init(
        _ width: Int = 20, _ height: Int = 20,
        info: UInt32 = CGBitmapInfo.byteOrder32Little.rawValue | CGImageAlphaInfo.premultipliedFirst.rawValue
    ) throws {
        let space = CGColorSpaceCreateDeviceRGB()
        guard
            let context = CGContext(
                data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0, space: space,
                bitmapInfo: info)
        else { throw CanvasError() }
        self.context = context
    }

    struct CanvasError: Error {}

    /// Red, green, blue and alpha, multiplied by alpha.
    func pixel(_ x: Int, _ y: Int) -> [Int] {
        guard let image = context.makeImage() else { return [] }
        return image.pixel(x, y)
    }

    /// All alphas, row by row.
    var alphas: [[Int]] {
        guard let image = context.makeImage() else { return [] }
        return image.withPremultipliedBGRA { bytes, bytesPerRow in
            (0..<image.height).map { y in (0..<image.width).map { Int(bytes[y * bytesPerRow + 4 * $0 + 3]) } }
        }
    }

    func fill(_ color: CGColor, _ rect: CGRect) {
        context.setFillColor(color)
        context.fill(rect)
    }
}

extension CGImage {
    /// Red, green, blue and alpha, multiplied by alpha.
    func pixel(_ x: Int, _ y: Int) -> [Int] {
        withPremultipliedBGRA { bytes, bytesPerRow in
            [2, 1, 0, 3].map { Int(bytes[y * bytesPerRow + 4 * x + $0]) }
        }
    }

    /// Made from pixels in rows: red, green, blue and alpha, multiplied by alpha.
    static func made(_ rows: [[[UInt8]]]) -> CGImage? {
        let bytes = rows.flatMap { $0.flatMap { [$0[2], $0[1], $0[0], $0[3]] } }
        return CGDataProvider(data: Data(bytes)).flatMap {
            CGImage(
                width: rows[0].count, height: rows.count, bitsPerComponent: 8, bitsPerPixel: 32,
                bytesPerRow: 4 * rows[0].count,
                space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: .premultipliedBGRA, provider: $0, decode: nil,
                shouldInterpolate: true, intent: .defaultIntent)
        }
    }

    /// A mask or an image of one byte a pixel.
    static func grey(_ rows: [[UInt8]], isMask: Bool) -> CGImage? {
        let (width, height) = (rows[0].count, rows.count)
        return CGDataProvider(data: Data(rows.flatMap { $0 })).flatMap {
            isMask
                ? CGImage(
                    maskWidth: width, height: height, bitsPerComponent: 8, bitsPerPixel: 8, bytesPerRow: width,
                    provider: $0,
                    decode: nil, shouldInterpolate: false)
                : CGImage(
                    width: width, height: height, bitsPerComponent: 8, bitsPerPixel: 8, bytesPerRow: width,
                    space: CGColorSpaceCreateDeviceGray(), bitmapInfo: [], provider: $0, decode: nil,
                    shouldInterpolate: false,
                    intent: .defaultIntent)
        }
    }
}

/// Whether components are nearly the same.
func isNear(_ left: [Int], _ right: [Int], _ distance: Int = 1) -> Bool {
    left.count == right.count && zip(left, right).allSatisfy { abs($0 - $1) <= distance }
}
