import Foundation
import Testing

@testable import MainspringGraphics

@Suite struct CGImageTests {
    static let rgb = CGColorSpaceCreateDeviceRGB()
    static let gray = CGColorSpaceCreateDeviceGray()

    private func info(_ alpha: CGImageAlphaInfo, _ order: CGBitmapInfo = []) -> CGBitmapInfo {
        CGBitmapInfo(rawValue: alpha.rawValue | order.rawValue)
    }

    private func made(
        _ bytes: [UInt8], width: Int = 1, height: Int = 1, bitsPerPixel: Int, bytesPerRow: Int? = nil,
        space: CGColorSpace = rgb, info: CGBitmapInfo, decode: [CGFloat]? = nil
    ) -> CGImage? {
        guard let provider = CGDataProvider(data: Data(bytes) as CFData) else { return nil }
        return CGImage(
            width: width, height: height, bitsPerComponent: 8, bitsPerPixel: bitsPerPixel,
            bytesPerRow: bytesPerRow ?? width * bitsPerPixel / 8, space: space, bitmapInfo: info, provider: provider,
            decode: decode, shouldInterpolate: true, intent: .perceptual)
    }

    private func pixels(_ image: CGImage) -> [UInt8] {
        image.withPremultipliedBGRA { bytes, bytesPerRow -> [UInt8] in
            (0..<image.height).flatMap { row -> [UInt8] in
                let start: Int = row * bytesPerRow
                return [UInt8](bytes[start..<start + image.width * 4])
            }
        }
    }

    @Test func `an image is what it was made from`() throws {
        let image = try #require(
            made(
                [UInt8](repeating: 7, count: 43), width: 2, height: 3, bitsPerPixel: 32, bytesPerRow: 16,
                info: info(.first, .byteOrder32Big), decode: [0, 1, 1, 0, 0, 0.5]))
        #expect(image.width == 2 && image.height == 3 && image.bytesPerRow == 16 && image.bitsPerComponent == 8)
        #expect(image.bitsPerPixel == 32 && image.colorSpace == Self.rgb && image.alphaInfo == .first)
        #expect(image.byteOrderInfo == .order32Big && image.pixelFormatInfo == .packed && !image.isMask)
        #expect(image.bitmapInfo == info(.first, .byteOrder32Big) && image.renderingIntent == .perceptual)
        #expect(image.shouldInterpolate && image.utType == nil && image.copy() == image)
        #expect(image.dataProvider?.data?.count == 43)
        let decode = try #require(image.decode)
        #expect((0..<6).map { decode[$0] } == [0, 1, 1, 0, 0, 0.5])
    }

    /// One pixel of red 200, green 100, blue 50 and alpha 128, or what of it the format holds, and what a compositor sees.
    @Test(
        arguments: [
            ([200, 100, 50, 128], 32, .last, [], [25, 50, 100, 128]),
            ([128, 200, 100, 50], 32, .first, [], [25, 50, 100, 128]),
            ([50, 100, 200, 128], 32, .first, .byteOrder32Little, [25, 50, 100, 128]),
            ([128, 50, 100, 200], 32, .last, .byteOrder32Little, [25, 50, 100, 128]),
            ([128, 200, 100, 50], 32, .first, .byteOrder32Big, [25, 50, 100, 128]),
            ([100, 50, 25, 128], 32, .premultipliedLast, [], [25, 50, 100, 128]),
            ([128, 100, 50, 25], 32, .premultipliedFirst, [], [25, 50, 100, 128]),
            ([25, 50, 100, 128], 32, .premultipliedFirst, .byteOrder32Little, [25, 50, 100, 128]),
            ([128, 25, 50, 100], 32, .premultipliedLast, .byteOrder32Little, [25, 50, 100, 128]),
            ([200, 100, 50, 1], 32, .noneSkipLast, [], [50, 100, 200, 255]),
            ([1, 200, 100, 50], 32, .noneSkipFirst, [], [50, 100, 200, 255]),
            ([50, 100, 200, 1], 32, .noneSkipFirst, .byteOrder32Little, [50, 100, 200, 255]),
            ([200, 100, 50], 24, .none, [], [50, 100, 200, 255]),
        ] as [([UInt8], Int, CGImageAlphaInfo, CGBitmapInfo, [UInt8])])
    func `every order of red, green and blue becomes the compositor's`(
        bytes: [UInt8], bits: Int, alpha: CGImageAlphaInfo, order: CGBitmapInfo, expected: [UInt8]
    ) throws {
        let image = try #require(made(bytes, bitsPerPixel: bits, info: info(alpha, order)))
        #expect(pixels(image) == expected)
        #expect(image.isOpaque == (expected[3] == 255))
    }

    @Test(
        arguments: [
            ([200], 8, .none, [], [200, 200, 200, 255]), ([200, 128], 16, .last, [], [100, 100, 100, 128]),
            ([128, 200], 16, .first, [], [100, 100, 100, 128]),
            ([128, 200], 16, .last, .byteOrder16Little, [100, 100, 100, 128]),
            ([100, 128], 16, .premultipliedLast, [], [100, 100, 100, 128]),
            ([200, 1], 16, .noneSkipLast, [], [200, 200, 200, 255]), ([128], 8, .alphaOnly, [], [0, 0, 0, 128]),
        ] as [([UInt8], Int, CGImageAlphaInfo, CGBitmapInfo, [UInt8])])
    func `every order of grey becomes the compositor's`(
        bytes: [UInt8], bits: Int, alpha: CGImageAlphaInfo, order: CGBitmapInfo, expected: [UInt8]
    ) throws {
        let image = try #require(made(bytes, bitsPerPixel: bits, space: Self.gray, info: info(alpha, order)))
        #expect(pixels(image) == expected)
    }

    @Test func `a product and a quotient of bytes are rounded`() {
        for value in 0...255 {
            for alpha in 0...255 {
                let product = PixelConversion.multiply(UInt8(value), UInt8(alpha))
                #expect(product == UInt8((Double(value) * Double(alpha) / 255).rounded()))
                guard alpha > 0, value <= alpha else { continue }
                let quotient = PixelConversion.divide(UInt8(value), UInt8(alpha))
                #expect(abs(Double(quotient) - Double(value) * 255 / Double(alpha)) <= 0.5)
            }
        }
        #expect(PixelConversion.divide(200, 0) == 0 && PixelConversion.divide(200, 100) == 255)
    }

    @Test func `a mask covers where it is 0, or as its decode array says`() throws {
        let provider = try #require(CGDataProvider(data: Data([0, 255, 64])))
        func mask(_ decode: [CGFloat]?) -> CGImage? {
            CGImage(
                maskWidth: 3, height: 1, bitsPerComponent: 8, bitsPerPixel: 8, bytesPerRow: 3, provider: provider,
                decode: decode, shouldInterpolate: false)
        }
        let plain = try #require(mask(nil))
        #expect(plain.isMask && plain.colorSpace == nil && !plain.isOpaque)
        #expect(pixels(plain) == [0, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0, 191])
        #expect(pixels(try #require(mask([1, 0]))) == [0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 0, 64])
    }

    @Test func `spaces and decode arrays are applied to colours, not to what alpha made of them`() throws {
        let linear = try #require(CGColorSpace(name: CGColorSpace.linearSRGB))
        // Half the light is 188 in sRGB; under half of alpha 94.
        let image = try #require(
            made([64, 64, 64, 128], bitsPerPixel: 32, space: linear, info: info(.premultipliedLast)))
        #expect(pixels(image) == [94, 94, 94, 128])
        let inverted = try #require(
            made([255, 0, 51, 255], bitsPerPixel: 32, info: info(.last), decode: [1, 0, 1, 0, 0, 0.5]))
        #expect(pixels(inverted) == [26, 255, 0, 255])
        let p3 = try #require(CGColorSpace(name: CGColorSpace.displayP3))
        let wide = try #require(made([255, 0, 0, 255], bitsPerPixel: 32, space: p3, info: info(.last)))
        #expect(pixels(wide) == [0, 0, 255, 255])
        let white = try #require(made([255, 255, 255, 255], bitsPerPixel: 32, space: p3, info: info(.last)))
        #expect(pixels(white) == [255, 255, 255, 255])
        let generic = try #require(CGColorSpace(name: CGColorSpace.genericGrayGamma2_2))
        let grey = try #require(made([128], bitsPerPixel: 8, space: generic, info: info(.none)))
        #expect(pixels(grey) == [129, 129, 129, 255])
    }

    @Test func `pixels that are the compositor's already are given as they are`() throws {
        let bytes = Data((0..<64).map { UInt8($0) })
        let provider = try #require(CGDataProvider(data: bytes))
        let image = try #require(
            CGImage(
                width: 2, height: 3, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 20, space: Self.rgb,
                bitmapInfo: .premultipliedBGRA, provider: provider, decode: nil, shouldInterpolate: false,
                intent: .defaultIntent))
        image.withPremultipliedBGRA { given, bytesPerRow in
            #expect(bytesPerRow == 20)
            bytes.withUnsafeBytes { #expect($0.baseAddress == given.baseAddress) }
        }
    }

    @Test func `converted pixels are made once`() throws {
        let image = try #require(made([200, 100, 50], bitsPerPixel: 24, info: info(.none)))
        let first = image.withPremultipliedBGRA { bytes, _ in bytes.baseAddress }
        #expect(image.withPremultipliedBGRA { bytes, _ in bytes.baseAddress } == first)
    }

    @Test(
        arguments: [
            (0, 1, 8, 32, 4), (1, 0, 8, 32, 4), (-1, 1, 8, 32, 4), (1, -1, 8, 32, 4), (1, 1, 8, 32, 3),
            (2, 1, 8, 32, 4),
            (1, 2, 8, 32, 62), (1, 2, 8, 32, -4), (Int.max, 1, 8, 32, Int.max), (1, Int.max, 8, 32, 4),
            (Int.max / 4, Int.max, 8, 32, Int.max), (1, 1, 16, 64, 8), (1, 1, 1, 1, 1), (1, 1, 8, 24, 4),
            (1, 1, 0, 0, 4),
            (1, 1, 8, -32, 4), (1, 1, 8, Int.max, 4), (5, 5, 8, 32, 20),
        ] as [(Int, Int, Int, Int, Int)])
    func `what cannot be an image is none`(width: Int, height: Int, component: Int, pixel: Int, row: Int) throws {
        let provider = try #require(CGDataProvider(data: Data(count: 64)))
        #expect(
            CGImage(
                width: width, height: height, bitsPerComponent: component, bitsPerPixel: pixel, bytesPerRow: row,
                space: Self.rgb, bitmapInfo: info(.last), provider: provider, decode: nil, shouldInterpolate: false,
                intent: .defaultIntent) == nil)
    }

    @Test(
        arguments: [
            8, 31, CGImageAlphaInfo.last.rawValue | CGBitmapInfo.floatComponents.rawValue,
            CGImageAlphaInfo.last.rawValue | CGBitmapInfo.byteOrder16Little.rawValue,
            CGImageAlphaInfo.last.rawValue | 0x5000, CGImageAlphaInfo.last.rawValue | 0x7000,
            CGImageAlphaInfo.last.rawValue | CGImagePixelFormatInfo.RGB565.rawValue,
            CGImageAlphaInfo.last.rawValue | 0xF0000, CGImageAlphaInfo.none.rawValue,
            CGImageAlphaInfo.alphaOnly.rawValue,
        ] as [UInt32])
    func `bits that contradict the pixels are no image`(bits: UInt32) {
        #expect(made([1, 2, 3, 4], bitsPerPixel: 32, info: CGBitmapInfo(rawValue: bits)) == nil)
    }

    @Test func `a mask of other bits, and a decode array without numbers, are no image`() throws {
        let provider = try #require(CGDataProvider(data: Data(count: 64)))
        for bits in [1, 16, 0] {
            #expect(
                CGImage(
                    maskWidth: 1, height: 1, bitsPerComponent: bits, bitsPerPixel: 8, bytesPerRow: 1,
                    provider: provider,
                    decode: nil, shouldInterpolate: false) == nil)
        }
        #expect(made([1, 2, 3, 4], bitsPerPixel: 32, info: info(.last), decode: [0, 1, 0, .nan, 0, 1]) == nil)
    }

    @Test(
        arguments: [
            (CGRect(x: 1, y: 1, width: 2, height: 1), 2, 1, [5, 6]),
            (CGRect(x: 0.5, y: 0.5, width: 1, height: 1), 2, 2, [0, 1, 4, 5]),
            (CGRect(x: 2, y: 2, width: 9, height: 9), 2, 1, [10, 11]),
            (CGRect(x: -5, y: -5, width: 6, height: 6), 1, 1, [0]),
            (CGRect(x: 3, y: 3, width: -1, height: -1), 1, 1, [10]),
            (.infinite, 4, 3, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]),
            (CGRect(x: 4, y: 0, width: 1, height: 1), 0, 0, []), (.null, 0, 0, []), (.zero, 0, 0, []),
            (CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1), 0, 0, []),
            (CGRect(x: 0, y: 0, width: CGFloat.infinity, height: 1), 0, 0, []),
        ] as [(CGRect, Int, Int, [UInt8])])
    func `cropping takes the pixels that a rectangle touches`(rect: CGRect, width: Int, height: Int, values: [UInt8])
        throws
    {
        let image = try #require(
            made((0..<12).map { UInt8($0) }, width: 4, height: 3, bitsPerPixel: 8, space: Self.gray, info: info(.none)))
        guard !values.isEmpty else {
            #expect(image.cropping(to: rect) == nil)
            return
        }
        let part = try #require(image.cropping(to: rect))
        #expect(part.width == width && part.height == height && part.bytesPerRow == 4)
        let expected = values.flatMap { value -> [UInt8] in [value, value, value, 255] }
        #expect(pixels(part) == expected)
        // Once more, of a part whose bytes do not begin at 0.
        let corner = try #require(part.cropping(to: CGRect(x: width - 1, y: height - 1, width: 1, height: 1)))
        #expect(pixels(corner)[0] == values.last)
        #expect(part.dataProvider?.data?.first == values.first)
    }

    @Test func `another space is another reading of the same bytes`() throws {
        let image = try #require(made([64, 64, 64, 255], bitsPerPixel: 32, info: info(.last)))
        let linear = try #require(CGColorSpace(name: CGColorSpace.linearSRGB))
        let copy = try #require(image.copy(colorSpace: linear))
        #expect(copy.colorSpace == linear && pixels(copy) == [137, 137, 137, 255])
        #expect(image.copy(colorSpace: Self.gray) == nil)
    }

    @Test func `a masked image covers as its mask says`() throws {
        let image = try #require(made([255, 0, 0, 255, 0, 255, 0, 128], width: 2, bitsPerPixel: 32, info: info(.last)))
        let provider = try #require(CGDataProvider(data: Data([255, 127, 0, 0])))
        let mask = try #require(
            CGImage(
                maskWidth: 4, height: 1, bitsPerComponent: 8, bitsPerPixel: 8, bytesPerRow: 4, provider: provider,
                decode: nil, shouldInterpolate: false))
        #expect(pixels(try #require(image.masking(mask))) == [0, 0, 0, 0, 0, 128, 0, 128])
        let grey = try #require(
            made([128, 255], width: 2, bitsPerPixel: 8, space: Self.gray, info: info(.none)))
        #expect(pixels(try #require(image.masking(grey))) == [0, 0, 128, 128, 0, 128, 0, 128])
        #expect(image.masking(image) == nil)
    }

    @Test func `a provider takes data, files and memory`() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("provider-\(UUID().uuidString)")
        try Data([1, 2, 3]).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        #expect(CGDataProvider(url: url as CFURL)?.data == Data([1, 2, 3]))
        #expect(CGDataProvider(filename: url.path)?.data == Data([1, 2, 3]))
        #expect(CGDataProvider(filename: "/nowhere/at all") == nil)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 1)
        memory.initializeMemory(as: UInt8.self, repeating: 9, count: 64)
        nonisolated(unsafe) var released = 0
        do {
            let provider = CGDataProvider(dataInfo: nil, data: memory, size: 64) { _, pointer, size in
                released += size
                UnsafeMutableRawPointer(mutating: pointer).deallocate()
            }
            #expect(provider?.data == Data(repeating: 9, count: 64) && released == 0)
        }
        #expect(released == 64)
        #expect(CGDataProvider(dataInfo: nil, data: [UInt8(1)], size: -1) { _, _, _ in } == nil)
    }

    @Test func `the raw values are Apple's`() {
        let alphas: [CGImageAlphaInfo] = [
            .none, .premultipliedLast, .premultipliedFirst, .last, .first, .noneSkipLast, .noneSkipFirst, .alphaOnly,
        ]
        #expect(alphas.map(\.rawValue) == Array(0...7))
        let orders: [CGBitmapInfo] = [.byteOrder16Little, .byteOrder32Little, .byteOrder16Big, .byteOrder32Big]
        let numbers: [UInt32] = [0x1000, 0x2000, 0x3000, 0x4000]
        #expect(orders.map(\.rawValue) == numbers)
        #expect(CGBitmapInfo.alphaInfoMask.rawValue == 31 && CGBitmapInfo.floatComponents.rawValue == 256)
    }
}
