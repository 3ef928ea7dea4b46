import Foundation
import MainspringGraphics
import SeededRandom

/// Pixels in rows: words of alpha, red, green and blue, multiplied by alpha.
struct PixelPicture {
    let width: Int
    let height: Int
    var pixels: [UInt32]

    init(_ width: Int, _ height: Int, _ pixels: [UInt32]) {
        (self.width, self.height, self.pixels) = (width, height, pixels)
    }

    /// Noise, in which neighbours have nothing in common: the hardest there is to look at between its pixels.
    init(_ width: Int, _ height: Int, isOpaque: Bool, using random: inout SeededGenerator) {
        self.init(
            width, height,
            (0..<width * height).map { _ in
                let alpha: UInt32 = isOpaque ? 255 : .random(in: 0...255, using: &random)
                let color = (0..<3).reduce(UInt32(0)) { word, _ in word << 8 | .random(in: 0...alpha, using: &random) }
                return alpha << 24 | color
            })
    }

    var image: CGImage {
        let info = CGBitmapInfo.byteOrder32Little.rawValue | CGImageAlphaInfo.premultipliedFirst.rawValue
        return CGImage(
            width: width, height: height, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 4 * width,
            space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGBitmapInfo(rawValue: info),
            provider: CGDataProvider(data: pixels.withUnsafeBytes { Data($0) })!, decode: nil, shouldInterpolate: true,
            intent: .defaultIntent)!
    }

    /// With so many pixels more on each side, which are those at the edge again.
    func padded(by rim: Int) -> PixelPicture {
        let (columns, rows) = (width + 2 * rim, height + 2 * rim)
        return PixelPicture(
            columns, rows,
            (0..<columns * rows).map { place in
                let (x, y) = (place % columns - rim, place / columns - rim)
                return pixels[min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)]
            })
    }

    /// One of half the size: means of four pixels each, rounded; an odd last column or row counts twice.
    var halved: PixelPicture {
        let (columns, rows) = ((width + 1) / 2, (height + 1) / 2)
        var half = PixelPicture(columns, rows, Array(repeating: 0, count: columns * rows))
        for y in 0..<rows {
            for x in 0..<columns {
                let four = [(0, 0), (1, 0), (0, 1), (1, 1)].map {
                    pixels[min(2 * y + $0.1, height - 1) * width + min(2 * x + $0.0, width - 1)]
                }
                for shift in stride(from: UInt32(0), to: 32, by: 8) {
                    let sum = four.reduce(0) { $0 + ($1 >> shift) & 255 }
                    half.pixels[y * columns + x] |= ((sum + 2) / 4) << shift
                }
            }
        }
        return half
    }
}

extension PixelPicture {
    /// Of any image.
    init(of image: CGImage) {
        var pixels = [UInt32](repeating: 0, count: image.width * image.height)
        image.withPremultipliedBGRA { bytes, bytesPerRow in
            for y in 0..<image.height {
                for x in 0..<image.width {
                    for byte in 0..<4 {
                        pixels[y * image.width + x] |= UInt32(bytes[y * bytesPerRow + 4 * x + byte]) << (8 * byte)
                    }
                }
            }
        }
        self.init(image.width, image.height, pixels)
    }
}
