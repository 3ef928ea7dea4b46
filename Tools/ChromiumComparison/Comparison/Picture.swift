internal import Foundation
internal import MainspringGraphics
internal import MainspringRendering

/// The opaque pixels of one side's picture.
struct Picture {
    let size: Int
    /// Of each pixel blue, green, red and alpha.
    let bytes: [UInt8]

    init(size: Int, pixels: UnsafeRawBufferPointer, bytesPerRow: Int) {
        self.size = size
        bytes = (0..<size).flatMap { row in pixels[row * bytesPerRow..<row * bytesPerRow + 4 * size] }
    }

    /// Reads what the browser has written.
    init(pngOf url: URL) throws {
        let image = try CGImage(contentsOf: url)
        guard image.width == Scene.size, image.height == Scene.size else {
            throw ComparisonError(
                "\(url.lastPathComponent) has \(image.width) by \(image.height) pixels, not \(Scene.size).")
        }
        guard let provider = image.dataProvider?.data, image.bitsPerPixel == 32 else {
            throw ComparisonError("The pixels of \(url.lastPathComponent) cannot be read.")
        }
        let (size, order, alpha) = (image.width, image.byteOrderInfo, image.alphaInfo)
        var bytes = [UInt8](repeating: 255, count: 4 * size * size)
        for y in 0..<size {
            for x in 0..<size {
                let first = provider.startIndex + y * image.bytesPerRow + 4 * x
                var pixel = (0..<4).map { provider[first + $0] }
                if order == .order32Little { pixel.reverse() }
                if alpha == .premultipliedFirst || alpha == .first || alpha == .noneSkipFirst {
                    pixel = [pixel[1], pixel[2], pixel[3], pixel[0]]
                }
                let place = 4 * (y * size + x)
                (bytes[place], bytes[place + 1], bytes[place + 2]) = (pixel[2], pixel[1], pixel[0])
            }
        }
        (self.size, self.bytes) = (size, bytes)
    }

    init(size: Int, bytes: [UInt8]) { (self.size, self.bytes) = (size, bytes) }

    func png() throws -> Data {
        let info = CGBitmapInfo.byteOrder32Little.rawValue | CGImageAlphaInfo.noneSkipFirst.rawValue
        guard let provider = CGDataProvider(data: Data(bytes)), let space = CGColorSpace(name: CGColorSpace.sRGB),
            let image = CGImage(
                width: size, height: size, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 4 * size, space: space,
                bitmapInfo: CGBitmapInfo(rawValue: info), provider: provider, decode: nil, shouldInterpolate: true,
                intent: .defaultIntent)
        else { throw ComparisonError("There is no memory for a picture of \(size) by \(size) pixels.") }
        return try image.pngData()
    }

    /// The pixels that are not white.
    var shown: [Bool] {
        (0..<size * size).map { bytes[4 * $0] < 255 || bytes[4 * $0 + 1] < 255 || bytes[4 * $0 + 2] < 255 }
    }

    /// The pixels beside which another one lies that differs by more than a quarter of white.
    var edges: [Bool] {
        var edges = [Bool](repeating: false, count: size * size)
        for y in 0..<size {
            for x in 0..<size {
                let pixel = y * size + x
                if x + 1 < size, differs(pixel, pixel + 1) { (edges[pixel], edges[pixel + 1]) = (true, true) }
                if y + 1 < size, differs(pixel, pixel + size) { (edges[pixel], edges[pixel + size]) = (true, true) }
            }
        }
        return edges
    }

    private func differs(_ one: Int, _ other: Int) -> Bool {
        (0..<3).contains { abs(Int(bytes[4 * one + $0]) - Int(bytes[4 * other + $0])) > Self.step }
    }

    private static let step = 64
}

struct ComparisonError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
