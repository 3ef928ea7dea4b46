import CPNG
import CTurboJPEG
import CWebP
import Foundation
import MainspringGraphics
import SeededRandom
import Testing

@testable import MainspringRendering

@Suite struct ImageFileTests {
    /// Random pixels of three sizes of blocks, so that every coder finds something.
    static func pixels(_ width: Int, _ height: Int, hasAlpha: Bool, seed: UInt64) -> [UInt8] {
        var random = SeededGenerator(seed: seed)
        var bytes = [UInt8](repeating: 255, count: 4 * width * height)
        for place in 0..<width * height {
            for channel in 0..<(hasAlpha ? 4 : 3) {
                bytes[4 * place + channel] = UInt8.random(in: 0...255, using: &random)
            }
        }
        return bytes
    }

    private func image(_ width: Int, _ height: Int, hasAlpha: Bool, seed: UInt64) throws -> CGImage {
        let provider = try #require(
            CGDataProvider(data: Data(Self.pixels(width, height, hasAlpha: hasAlpha, seed: seed))))
        return try #require(
            CGImage(
                width: width, height: height, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 4 * width,
                space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGBitmapInfo(rawValue: (hasAlpha ? CGImageAlphaInfo.last : .noneSkipLast).rawValue),
                provider: provider, decode: nil, shouldInterpolate: true, intent: .defaultIntent))
    }

    private func isSame(_ left: CGImage, _ right: CGImage, _ distance: Int = 0) -> Bool {
        left.width == right.width && left.height == right.height
            && (0..<left.height).allSatisfy { y in
                (0..<left.width).allSatisfy { isNear(left.pixel($0, y), right.pixel($0, y), distance) }
            }
    }

    @Test(arguments: [(1, 1), (7, 3), (64, 33)], [true, false])
    func `what is written as PNG is read the same`(size: (Int, Int), hasAlpha: Bool) throws {
        let original = try image(size.0, size.1, hasAlpha: hasAlpha, seed: 1)
        let data = try original.pngData()
        let back = try CGImage(data: data)
        // Colours go into bytes without alpha and back; a step is lost where alpha is small, and none of what is seen.
        #expect(isSame(original, back, hasAlpha ? 1 : 0))
        #expect(back.alphaInfo == (hasAlpha ? .premultipliedFirst : .noneSkipFirst))
        #expect(
            try back.pngData() == (try CGImage(data: try back.pngData()).pngData()), "the second time nothing is lost")
    }

    @Test func `of a PNG file's parts those that say what colours mean are heard, and others are left out`() throws {
        var plain = try image(7, 5, hasAlpha: false, seed: 5).pngData()
        // What libpng writes of itself: that the colours are sRGB.
        let own = try #require(plain.range(of: Data("sRGB".utf8)))
        plain.removeSubrange(own.lowerBound - 4..<own.upperBound + 5)
        func with(_ parts: Data...) throws -> CGImage {
            var data = plain
            for part in parts { data.insert(contentsOf: part, at: data.startIndex + 33) }
            return try CGImage(data: data)
        }
        let linear = PNGPart.made("gAMA", [0, 1, 0x86, 0xA0])
        let text = PNGPart.packedText(of: 100)
        let profile = PNGPart.made("iCCP", Array("none".utf8) + [0, 0, 1, 2, 3])
        #expect(isSame(try with(text, profile), try with()))
        #expect(isSame(try with(text, linear, profile), try with(linear)))
        #expect(!isSame(try with(linear), try with()))
    }

    @Test func `an image without loss is read from WebP as it was written`() throws {
        for hasAlpha in [true, false] {
            let original = try image(31, 17, hasAlpha: hasAlpha, seed: 2)
            #expect(isSame(original, try CGImage(data: Self.webP(31, 17, hasAlpha: hasAlpha, seed: 2)), 1))
        }
    }

    @Test func `a JPEG is read as its colours, a grey one as grey`() throws {
        let colour = try CGImage(data: Self.jpeg(.colour))
        #expect(colour.width == 32 && colour.height == 24 && colour.alphaInfo == .noneSkipFirst)
        #expect(isNear(colour.pixel(4, 4), [200, 40, 90, 255], 4))
        #expect(isNear(try CGImage(data: Self.jpeg(.grey)).pixel(4, 4), [81, 81, 81, 255], 4))
    }

    @Test func `a JPEG for printers is refused with what to do`() throws {
        let error = #expect(throws: ImageFileError.self) { try CGImage(data: Self.jpeg(.inks)) }
        #expect(error?.code == .unknownFormat && error?.description.contains("Convert it to RGB") == true)
    }

    @Test func `the names of Apple's platforms read too`() throws {
        let png = try #require(CGDataProvider(data: try image(5, 4, hasAlpha: true, seed: 3).pngData()))
        let jpeg = try #require(CGDataProvider(data: Self.jpeg(.colour)))
        let read = try #require(
            CGImage(pngDataProviderSource: png, decode: nil, shouldInterpolate: false, intent: .defaultIntent))
        #expect(read.width == 5 && !read.shouldInterpolate)
        #expect(
            CGImage(jpegDataProviderSource: jpeg, decode: nil, shouldInterpolate: true, intent: .defaultIntent)?.width
                == 32)
        #expect(
            CGImage(jpegDataProviderSource: png, decode: nil, shouldInterpolate: true, intent: .defaultIntent) == nil)
        #expect(
            CGImage(pngDataProviderSource: jpeg, decode: nil, shouldInterpolate: true, intent: .defaultIntent) == nil)
    }

    @Test func `files are written whole, and what is missing is named`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("images-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appendingPathComponent("a.png")
        let original = try image(6, 5, hasAlpha: false, seed: 4)
        try original.writePNG(to: url)
        #expect(isSame(original, try CGImage(contentsOf: url)))
        let missing = #expect(throws: ImageFileError.self) {
            try CGImage(contentsOf: folder.appendingPathComponent("b.png"))
        }
        #expect(missing?.code == .file && missing?.description.contains("b.png") == true)
        let nowhere = #expect(throws: ImageFileError.self) {
            try original.writePNG(to: folder.appendingPathComponent("no/such/folder.png"))
        }
        #expect(nowhere?.code == .file)
        try Data("no image".utf8).write(to: url)
        let text = #expect(throws: ImageFileError.self) { try CGImage(contentsOf: url) }
        #expect(text?.code == .unknownFormat && text?.description.contains("a.png") == true)
    }

    enum JPEGKind { case colour, grey, inks }

    static func jpeg(_ kind: JPEGKind, flags: Int32 = 0) throws -> Data {
        let handle = try #require(tjInitCompress())
        defer { tjDestroy(handle) }
        let (format, pixel): (TJPF, [UInt8]) =
            switch kind {
            case .colour: (TJPF_RGB, [200, 40, 90])
            case .grey: (TJPF_GRAY, [81])
            case .inks: (TJPF_CMYK, [1, 2, 3, 4])
            }
        let bytes = [[UInt8]](repeating: pixel, count: 32 * 24).flatMap { $0 }
        var (buffer, size) = (UnsafeMutablePointer<UInt8>?.none, UInt(0))
        let sampling = kind == .grey ? TJSAMP_GRAY : TJSAMP_444
        try #require(
            tjCompress2(
                handle, bytes, 32, 0, 24, Int32(format.rawValue), &buffer, &size, Int32(sampling.rawValue), 95,
                flags) == 0)
        defer { tjFree(buffer) }
        return Data(bytes: try #require(buffer), count: Int(size))
    }

    static func webP(_ width: Int, _ height: Int, hasAlpha: Bool, seed: UInt64) throws -> Data {
        let bytes = pixels(width, height, hasAlpha: hasAlpha, seed: seed)
        var output: UnsafeMutablePointer<UInt8>?
        let count = WebPEncodeLosslessRGBA(bytes, Int32(width), Int32(height), Int32(4 * width), &output)
        defer { WebPFree(output) }
        return Data(bytes: try #require(output), count: count)
    }
}
