internal import Foundation
internal import MainspringGraphics
internal import MainspringRendering

/// A picture of a formula, for layers and, as an address, for pages.
struct SamplePicture {
    let image: CGImage
    let address: String

    /// - Parameter color: Red, green, blue and alpha from 0 to 1 at the middle of a pixel, whose place is in parts of the sides.
    init(_ width: Int, _ height: Int, color: (_ x: Double, _ y: Double) -> SIMD4<Double>) {
        var bytes = Data(capacity: 4 * width * height)
        for y in 0..<height {
            for x in 0..<width {
                let color = color((Double(x) + 0.5) / Double(width), (Double(y) + 0.5) / Double(height))
                let factors = SIMD4(color.w, color.w, color.w, 1) * 255
                let word = (color.clamped(lowerBound: .zero, upperBound: .one) * factors).rounded(.toNearestOrEven)
                bytes.append(contentsOf: [UInt8(word.x), UInt8(word.y), UInt8(word.z), UInt8(word.w)])
            }
        }
        guard let provider = CGDataProvider(data: bytes), let space = CGColorSpace(name: CGColorSpace.sRGB),
            let image = CGImage(
                width: width, height: height, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 4 * width,
                space: space, bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue),
                provider: provider, decode: nil, shouldInterpolate: true, intent: .defaultIntent),
            let data = try? image.pngData()
        else { preconditionFailure("There is no memory for a sample picture of \(width) by \(height) pixels.") }
        self.image = image
        address = "data:image/png;base64,\(data.base64EncodedString())"
    }

    /// Soft colours, and a hard cross in them.
    static func photo(_ width: Int, _ height: Int) -> SamplePicture {
        SamplePicture(width, height) { x, y in
            if abs(x - 0.5) < 0.06 || abs(y - 0.3) < 0.06 { return SIMD4(1, 0.95, 0.85, 1) }
            return SIMD4(0.2 + 0.7 * x, 0.3 + 0.5 * y, 0.8 - 0.6 * x * y, 1)
        }
    }

    /// Soft colours alone.
    static func soft(_ width: Int, _ height: Int) -> SamplePicture {
        SamplePicture(width, height) { x, y in
            SIMD4(0.5 + 0.4 * sin(6 * x), 0.5 + 0.4 * cos(5 * y), 0.5 + 0.4 * sin(4 * (x + y)), 1)
        }
    }

    /// A ring on nothing.
    static func ring(_ side: Int) -> SamplePicture {
        SamplePicture(side, side) { x, y in
            let distance = ((x - 0.5) * (x - 0.5) + (y - 0.5) * (y - 0.5)).squareRoot()
            let cover = min(max((0.13 - abs(distance - 0.33)) * Double(side) + 0.5, 0), 1)
            return SIMD4(0.8, 0.3 + 0.4 * x, 0.2, cover)
        }
    }

    /// A spot of light that has no edge.
    static func glow(_ side: Int) -> SamplePicture {
        SamplePicture(side, side) { x, y in
            let distance = 4 * ((x - 0.5) * (x - 0.5) + (y - 0.5) * (y - 0.5))
            return SIMD4(0.9 - 0.6 * x, 0.2 + 0.3 * y, 0.3 + 0.6 * x, max(1 - distance, 0))
        }
    }

    /// Four quarters of one colour each.
    static func quarters(_ width: Int, _ height: Int) -> SamplePicture {
        SamplePicture(width, height) { x, y in
            x < 0.5
                ? y < 0.5 ? SIMD4(0.8, 0.2, 0.2, 1) : SIMD4(0.2, 0.6, 0.2, 1)
                : y < 0.5 ? SIMD4(0.2, 0.3, 0.8, 1) : SIMD4(0.9, 0.7, 0.1, 1)
        }
    }

    /// A frame of 10 pixels around an area, as for stretching.
    static func frame(_ side: Int) -> SamplePicture {
        SamplePicture(side, side) { x, y in
            let (column, row) = (Int(x * Double(side)), Int(y * Double(side)))
            let isCorner = (column < 10 || column >= side - 10) && (row < 10 || row >= side - 10)
            let isRim = column < 10 || column >= side - 10 || row < 10 || row >= side - 10
            return isCorner ? SIMD4(0.7, 0.2, 0.3, 1) : isRim ? SIMD4(0.3, 0.5, 0.7, 1) : SIMD4(0.9, 0.9, 0.6, 1)
        }
    }
}
