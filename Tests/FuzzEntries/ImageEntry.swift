import Foundation
import MainspringGraphics
import MainspringRendering

/// A PNG, JPEG or WebP file: read, written without loss and read again.
enum ImageEntry {
    /// Images of more pixels are only read: to pack them takes more time than a fuzzer has.
    private static let mostWritten = 1 << 12

    static func run(_ bytes: [UInt8], _ note: (Int) -> Void) throws(BrokenRule) {
        try check(Data(bytes), note)
        // Changed at random, a PNG file has wrong sums and would not be read any further.
        if let mended = PNGSums.mended(bytes) { try check(Data(mended), note) }
    }

    private static func check(_ data: Data, _ note: (Int) -> Void) throws(BrokenRule) {
        guard let image = try read(data, note) else { return }
        try require(image.width > 0 && image.height > 0, "an image has pixels")
        guard image.width * image.height <= mostWritten else { return }
        let pixels = Pixels(image)
        try require(pixels.areMultiplied, "no colour is larger than its alpha")
        try require(try read(data, note).map(Pixels.init) == pixels, "what is read again is the same")
        try checkProviders(data, pixels)
        try checkPNG(image, pixels)
        try checkWebP(pixels)
    }

    /// The image; nil if there is a sentence instead.
    private static func read(_ data: Data, _ note: (Int) -> Void) throws(BrokenRule) -> CGImage? {
        do {
            let image = try CGImage(data: data)
            note(kind(of: image, data))
            return image
        } catch {
            guard let error = error as? ImageFileError else {
                throw BrokenRule("an image that is not read gives an error of its own, not \(error)")
            }
            try require(error.description.hasSuffix("."), "an error has a sentence: \(error)")
            try require(error.code != .file && error.code != .noMemory, "bytes are to blame: \(error)")
            note(kind(of: error))
            return nil
        }
    }

    // MARK: - Ways back

    /// The names of Apple's platforms read the same, each its own format.
    private static func checkProviders(_ data: Data, _ pixels: Pixels) throws(BrokenRule) {
        guard let provider = CGDataProvider(data: data) else { throw BrokenRule("there is a provider of any data") }
        let read: CGImage?
        switch ImageFormat(data) {
        case .png:
            read = CGImage(
                pngDataProviderSource: provider, decode: nil, shouldInterpolate: true, intent: .defaultIntent)
        case .jpeg:
            read = CGImage(
                jpegDataProviderSource: provider, decode: nil, shouldInterpolate: true, intent: .defaultIntent)
        case .webP: return
        case nil: throw BrokenRule("what is read has a format")
        }
        try require(read.map(Pixels.init) == pixels, "a provider's bytes are read as data are")
    }

    private static func checkPNG(_ image: CGImage, _ pixels: Pixels) throws(BrokenRule) {
        let again: CGImage
        do {
            again = try CGImage(data: image.pngData())
        } catch {
            throw BrokenRule("an image is written as PNG and read again: \(error)")
        }
        try require(again.alphaInfo == image.alphaInfo, "PNG keeps whether there is alpha")
        // Of a colour that is at most its alpha nothing is lost: divided by it and rounded, multiplied and rounded it is the same.
        try require(Pixels(again) == pixels, "PNG keeps all pixels")
    }

    /// The pictures of an animation without loss, of which the first is read.
    private static func checkWebP(_ pixels: Pixels) throws(BrokenRule) {
        let again: CGImage
        do {
            let encoding = try WebPEncoding(width: pixels.width, height: pixels.height, loopCount: 0, level: 0)
            for (number, words) in [pixels.straight, pixels.straight.reversed()].enumerated() {
                var words = words
                try words.withUnsafeMutableBufferPointer { buffer in
                    guard let first = buffer.baseAddress else { return }
                    try encoding.add(first, at: 10 * number, number: number)
                }
            }
            again = try CGImage(data: encoding.assemble(endingAt: 20))
        } catch {
            throw BrokenRule("an image is written into a WebP animation and read again: \(error)")
        }
        try require(Pixels(again) == pixels, "WebP keeps all pixels")
    }

    // MARK: - What a fuzzer cannot see in libraries

    private static func kind(of image: CGImage, _ data: Data) -> Int {
        var hasher = StableHash()
        hasher.add(ImageFormat(data)?.rawValue ?? "")
        hasher.add("\(image.alphaInfo) \(image.width.bitWidth - image.width.leadingZeroBitCount)")
        return hasher.value
    }

    /// Errors that differ only in numbers are one.
    private static func kind(of error: ImageFileError) -> Int {
        var hasher = StableHash()
        hasher.add(error.description.filter { !$0.isNumber })
        return hasher.value
    }
}

/// The pixels of an image.
private struct Pixels: Equatable {
    let width: Int
    let height: Int
    /// In memory blue, green, red and alpha, multiplied by alpha.
    let words: [UInt8]

    init(_ image: CGImage) {
        (width, height) = (image.width, image.height)
        words = image.withPremultipliedBGRA { bytes, bytesPerRow in
            (0..<image.height).flatMap { bytes[$0 * bytesPerRow..<$0 * bytesPerRow + 4 * image.width] }
        }
    }

    var areMultiplied: Bool {
        stride(from: 0, to: words.count, by: 4).allSatisfy { pixel in
            words[pixel..<pixel + 3].allSatisfy { $0 <= words[pixel + 3] }
        }
    }

    /// Blue in the lowest byte, green, red and alpha, which is not multiplied in.
    var straight: [UInt32] {
        stride(from: 0, to: words.count, by: 4).map { pixel in
            let alpha = words[pixel + 3]
            return (0..<3).reduce(UInt32(alpha) << 24) {
                $0 | UInt32(PixelConversion.divide(words[pixel + $1], alpha)) << (8 * UInt32($1))
            }
        }
    }
}
