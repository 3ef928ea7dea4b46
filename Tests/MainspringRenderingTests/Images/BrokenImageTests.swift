import Foundation
import MainspringGraphics
import SeededRandom
import Testing

@testable import MainspringRendering

@Suite struct BrokenImageTests {
    private func files() throws -> [(ImageFormat, Data)] {
        let canvas = try Canvas(13, 11)
        canvas.fill(CGColor(srgbRed: 0.3, green: 0.6, blue: 0.9, alpha: 0.5), CGRect(x: 2, y: 2, width: 9, height: 7))
        return [
            (.png, try #require(canvas.context.makeImage()).pngData()), (.jpeg, try ImageFileTests.jpeg(.colour)),
            (.webP, try ImageFileTests.webP(13, 11, hasAlpha: true, seed: 5)),
        ]
    }

    /// An image, or a sentence: nothing else.
    private func read(_ data: Data) -> Bool {
        do {
            let image = try CGImage(data: data)
            return image.width > 0 && image.height > 0
        } catch let error as ImageFileError {
            return error.description.hasSuffix(".")
        } catch {
            return false
        }
    }

    @Test func `a file that ends anywhere is an error, not a crash`() throws {
        for (format, data) in try files() {
            #expect(ImageFormat(data) == format)
            for count in 0..<data.count - 1 {
                #expect(read(data.prefix(count)), "\(format) \(count)")
            }
            #expect(throws: ImageFileError.self) { try CGImage(data: data.prefix(data.count / 2)) }
            #expect(throws: ImageFileError.self) { try CGImage(data: data.prefix(11)) }
        }
    }

    @Test(arguments: Seeds.first(1))
    func `a file with any byte changed is read, or is an error`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for (format, data) in try files() {
            for _ in 0..<600 {
                var changed = data
                for _ in 0..<Int.random(in: 1...3, using: &random) {
                    let place = changed.startIndex + Int.random(in: 0..<changed.count, using: &random)
                    changed[place] = UInt8.random(in: 0...255, using: &random)
                }
                #expect(read(changed), "seed \(seed), \(format): \(changed.base64EncodedString())")
            }
        }
    }

    @Test func `a file that says it has billions of pixels takes no memory for them`() throws {
        for (format, data) in try files() {
            var huge = data
            switch format {
            case .png:
                // Width and height of the header, whose checksum libpng does not let pass: so that is made anew.
                huge.replaceSubrange(
                    huge.startIndex + 16..<huge.startIndex + 24, with: [0x7F, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF])
                let sum = CRC32.of(huge[huge.startIndex + 12..<huge.startIndex + 29])
                huge.replaceSubrange(
                    huge.startIndex + 29..<huge.startIndex + 33, with: withUnsafeBytes(of: sum.bigEndian) { Array($0) })
            case .jpeg:
                let frame = try #require(huge.range(of: Data([0xFF, 0xC0])))
                huge.replaceSubrange(frame.lowerBound + 5..<frame.lowerBound + 9, with: [0xFF, 0xFF, 0xFF, 0xFF])
            case .webP:
                // Fourteen bits each in the header of a picture without loss.
                let start = huge.startIndex + 21
                huge.replaceSubrange(start..<start + 4, with: [0xFF, 0xFF, 0xFF, 0x1F])
            }
            let error = #expect(throws: ImageFileError.self) { try CGImage(data: huge) }
            #expect(error?.code == .tooLarge || error?.code == .damaged, "\(format) \(String(describing: error))")
        }
    }

    @Test(arguments: [
        Data(), Data([0]), Data("GIF89a".utf8), Data(repeating: 0xFF, count: 100), Data("RIFF1234WEBP".utf8),
    ])
    func `what is no image is told`(data: Data) {
        #expect(throws: ImageFileError.self) { try CGImage(data: data) }
    }

    @Test func `a beginning without the rest is damaged, and not too large`() {
        let error = #expect(throws: ImageFileError.self) {
            try CGImage(data: Data([0xFF, 0xD8, 0xFF, 0xE0, 0x00, 0x10]))
        }
        #expect(error?.code == .damaged)
    }

    @Test func `a folder is no image, and the error says that it is one`() {
        let folder = FileManager.default.temporaryDirectory
        let error = #expect(throws: ImageFileError.self) { try CGImage(contentsOf: folder) }
        #expect(error?.code == .file && error?.description.contains("Is a directory") == true)
    }
}
