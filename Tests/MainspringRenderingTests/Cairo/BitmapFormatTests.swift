import Foundation
import MainspringGraphics
import Testing

@testable import MainspringRendering

@Suite struct BitmapFormatTests {
    private static let rgb = CGColorSpaceCreateDeviceRGB()
    private static let grey = CGColorSpaceCreateDeviceGray()

    struct Format: Sendable, CustomTestStringConvertible {
        var name: String
        var isGrey = false
        var alpha: CGImageAlphaInfo
        var order: CGBitmapInfo = []
        /// What a pixel of red 255, green 127 and blue 0, of which half covers, becomes on a new bitmap.
        var bytes: [UInt8]
        var testDescription: String { name }
    }

    static let formats = [
        Format(name: "BGRA", alpha: .premultipliedFirst, order: .byteOrder32Little, bytes: [0, 64, 128, 128]),
        Format(name: "BGRX", alpha: .noneSkipFirst, order: .byteOrder32Little, bytes: [0, 64, 128]),
        Format(name: "ARGB", alpha: .premultipliedFirst, bytes: [128, 128, 64, 0]),
        Format(name: "RGBA", alpha: .premultipliedLast, bytes: [128, 64, 0, 128]),
        Format(name: "RGBX", alpha: .noneSkipLast, bytes: [128, 64, 0]),
        Format(name: "ABGR", alpha: .premultipliedLast, order: .byteOrder32Little, bytes: [128, 0, 64, 128]),
        Format(name: "alpha", isGrey: true, alpha: .alphaOnly, bytes: [128]),
        Format(name: "grey", isGrey: true, alpha: .none, bytes: [81]),
    ]

    @Test(arguments: formats)
    func `a pixel lies in memory as the description says`(format: Format) throws {
        // Of the program, and of the context's own.
        for isOwn in [true, false] {
            let size = format.isGrey ? 1 : 4
            let memory = UnsafeMutableRawPointer.allocate(byteCount: 12 * size * 2, alignment: 16)
            defer { memory.deallocate() }
            memory.initializeMemory(as: UInt8.self, repeating: 0, count: 12 * size * 2)
            let context = try #require(
                CGContext(
                    data: isOwn ? nil : memory, width: 3, height: 2, bitsPerComponent: 8,
                    bytesPerRow: isOwn ? 0 : 12 * size,
                    space: format.isGrey ? Self.grey : Self.rgb,
                    bitmapInfo: format.alpha.rawValue | format.order.rawValue))
            context.setFillColor(CGColor(srgbRed: 1, green: 0.5, blue: 0, alpha: 0.5))
            context.fill(CGRect(x: 1, y: 1, width: 1, height: 1))
            let bytes = try #require(context.data).assumingMemoryBound(to: UInt8.self)
            #expect(context.bitsPerPixel == 8 * size && context.alphaInfo == format.alpha)
            for (index, byte) in format.bytes.enumerated() {
                #expect(abs(Int(bytes[size + index]) - Int(byte)) <= 1, "byte \(index)")
            }
            #expect(format.bytes.count < size || bytes[0] == 0, "the pixel before it is as it was")
            let image = try #require(context.makeImage())
            #expect(image.bitmapInfo == context.bitmapInfo && image.width == 3 && image.height == 2)
            context.clear(CGRect(x: 0, y: 0, width: 3, height: 2))
            #expect(image.pixel(1, 0)[3] > 0, "an image does not change any more")
        }
    }

    @Test func `what is in the program's memory is drawn on`() throws {
        for order in [CGBitmapInfo.byteOrder32Little, .byteOrder32Big] {
            let word: UInt32 = 0xFF00_00FF
            var words = [UInt32](repeating: order == .byteOrder32Little ? word : word.byteSwapped, count: 4)
            let image = try words.withUnsafeMutableBytes { bytes in
                let context = try #require(
                    CGContext(
                        data: bytes.baseAddress, width: 2, height: 2, bitsPerComponent: 8, bytesPerRow: 8,
                        space: Self.rgb,
                        bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue | order.rawValue))
                context.setFillColor(CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 0.5))
                context.fill(CGRect(x: 0, y: 0, width: 1, height: 2))
                return try #require(context.makeImage())
            }
            #expect(image.pixel(1, 1) == [0, 0, 255, 255] && isNear(image.pixel(0, 1), [128, 0, 127, 255]))
        }
    }

    @Test func `another space's numbers are what is seen`() throws {
        let linear = try #require(CGColorSpace(name: CGColorSpace.linearSRGB))
        let context = try #require(
            CGContext(
                data: nil, width: 1, height: 1, bitsPerComponent: 8, bytesPerRow: 0, space: linear,
                bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
        context.setFillColor(CGColor(srgbRed: 0.5, green: 0.5, blue: 0.5, alpha: 1))
        context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
        let bytes = try #require(context.data).assumingMemoryBound(to: UInt8.self)
        #expect(abs(Int(bytes[0]) - 55) <= 1, "half of sRGB is a fifth of the light")
        #expect(isNear(try #require(context.makeImage()).pixel(0, 0), [128, 128, 128, 255], 2))
    }

    /// Width, height, bits, bytes a row, alpha, order.
    @Test(
        arguments: [
            (0, 1, 8, 0, .premultipliedLast, []), (1, -1, 8, 0, .premultipliedLast, []),
            (40_000, 1, 8, 0, .premultipliedLast, []), (20_000, 20_000, 8, 0, .premultipliedLast, []),
            (Int.max, Int.max, 8, 0, .premultipliedLast, []), (1, 1, 16, 0, .premultipliedLast, []),
            (1, 1, 8, 0, .last, []), (1, 1, 8, 0, .first, []), (1, 1, 8, 0, .none, []),
            (2, 1, 8, 7, .premultipliedLast, []),
            (1, 1, 8, 0, .premultipliedLast, .byteOrder16Little), (1, 1, 8, 0, .premultipliedLast, .floatComponents),
            (1, 2, 8, .max, .premultipliedLast, []), (1, 1, 8, 1 << 32, .premultipliedFirst, .byteOrder32Little),
        ] as [(Int, Int, Int, Int, CGImageAlphaInfo, CGBitmapInfo)])
    func `what Apple's contexts do not draw into makes no context`(
        width: Int, height: Int, bits: Int, bytesPerRow: Int, alpha: CGImageAlphaInfo, more: CGBitmapInfo
    ) {
        #expect(
            CGContext(
                data: nil, width: width, height: height, bitsPerComponent: bits, bytesPerRow: bytesPerRow,
                space: Self.rgb,
                bitmapInfo: alpha.rawValue | more.rawValue) == nil)
    }
}
