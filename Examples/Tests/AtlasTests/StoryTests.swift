import CommandRunner
import Foundation
@_spi(Tools) import MainspringGraphics
import MainspringRendering
import Testing

/// The whole story, played by the program itself on its virtual clock.
@Suite struct StoryTests {
    /// Which of the frames, two a second, are looked at: import, both flights, search, form.
    private static let looked = [1, 4, 8, 12, 16, 17, 18, 20, 23, 27, 31, 35, 40, 46, 52, 58, 64, 70, 76, 80]
    /// Of a component's 255 levels, over the pixels of any of ``blocks``: letters of other versions of a font are some of them.
    private static let allowed = 4.0
    private static let side = (width: 256, height: 144)

    @Test func `twenty of its frames are the pictures that they were`() throws {
        try Program.inFolder { folder in
            let (status, output) = try Program.run("Atlas", "--frames", folder.path, "--rows", "8000")
            #expect(status == 0, "\(output)")
            for number in Self.looked {
                let name = Self.name(number)
                let image = try CGImage(data: Data(contentsOf: folder.appendingPathComponent(name)))
                #expect(image.width == 1280 && image.height == 720)
                let small = image.reduced(to: Self.side)
                if ProcessInfo.processInfo.environment["MAINSPRING_WRITE_PICTURES"] == "1" {
                    try small.image.pngData().write(to: try Self.url(number))
                }
                let difference = small.difference(from: try Self.reference(number))
                #expect(difference <= Self.allowed, "\(name): \(difference) levels")
            }
        }
    }

    /// What a picture may lack, where it is in points, and in which frame it can be seen.
    @Test(arguments: [
        ("dial", CGRect(x: 838, y: 634, width: 60, height: 60), 20),
        ("strip", CGRect(x: 530, y: 656, width: 260, height: 40), 40),
        ("cities", CGRect(x: 32, y: 646, width: 112, height: 30), 16),
        ("people", CGRect(x: 262, y: 646, width: 196, height: 30), 16),
        ("title", CGRect(x: 32, y: 24, width: 90, height: 34), 12),
        ("caption", CGRect(x: 270, y: 112, width: 400, height: 26), 40),
        ("search", CGRect(x: 964, y: 62, width: 292, height: 36), 70),
        ("rows", CGRect(x: 952, y: 130, width: 316, height: 60), 76),
        ("form", CGRect(x: 290, y: 244, width: 360, height: 232), 76),
        ("map", CGRect(x: 200, y: 200, width: 300, height: 200), 27),
    ])
    func `a picture that lacks something is told from the one that has it`(part: String, place: CGRect, number: Int)
        throws
    {
        let wanted = try Self.reference(number)
        var other = wanted
        other.cover(place)
        #expect(other.difference(from: wanted) > Self.allowed, "\(part): \(other.difference(from: wanted)) levels")
    }

    @Test func `no two of the pictures are taken for each other`() throws {
        let pictures = try Self.looked.map(Self.reference)
        for (index, picture) in pictures.enumerated() {
            for other in pictures[..<index] {
                #expect(picture.difference(from: other) > Self.allowed, "\(Self.looked[index])")
            }
        }
    }

    private static func name(_ number: Int) -> String { String(format: "atlas-%05d.png", number) }

    private static func url(_ number: Int) throws -> URL {
        try #require(Bundle.module.resourceURL).appendingPathComponent("Pictures/\(name(number))")
    }

    private static func reference(_ number: Int) throws -> SmallPicture {
        try CGImage(data: Data(contentsOf: url(number))).reduced(to: side)
    }
}

/// A picture's components, made smaller by taking the mean.
private struct SmallPicture {
    let side: (width: Int, height: Int)
    var components: [Double]

    /// A block's side, in pixels.
    private static let block = 8

    /// The mean difference of the components of a block, of the one that differs most.
    func difference(from other: SmallPicture) -> Double {
        var most = 0.0
        for top in stride(from: 0, to: side.height, by: Self.block) {
            for left in stride(from: 0, to: side.width, by: Self.block) {
                var sum = 0.0
                for y in top..<top + Self.block {
                    for place in 4 * (y * side.width + left)..<4 * (y * side.width + left + Self.block) {
                        sum += abs(components[place] - other.components[place])
                    }
                }
                most = max(most, sum / Double(4 * Self.block * Self.block))
            }
        }
        return most
    }

    /// Takes away what lies in a part, given in points of the whole picture.
    mutating func cover(_ part: CGRect) {
        let scale = CGFloat(side.width) / 1_280
        for y in Int(part.minY * scale)..<Int(part.maxY * scale) {
            for x in Int(part.minX * scale)..<Int(part.maxX * scale) {
                let place = 4 * (y * side.width + x)
                for (step, value) in [20.0, 14, 10, 255].enumerated() { components[place + step] = value }
            }
        }
    }

    var image: CGImage {
        get throws {
            let bytes = Data(components.map { UInt8($0.rounded()) })
            let info = CGBitmapInfo.byteOrder32Little.rawValue | CGImageAlphaInfo.premultipliedFirst.rawValue
            let provider = try #require(CGDataProvider(data: bytes))
            return try #require(
                CGImage(
                    width: side.width, height: side.height, bitsPerComponent: 8, bitsPerPixel: 32,
                    bytesPerRow: 4 * side.width, space: CGColorSpaceCreateDeviceRGB(),
                    bitmapInfo: CGBitmapInfo(rawValue: info), provider: provider, decode: nil, shouldInterpolate: true,
                    intent: .defaultIntent))
        }
    }
}

extension CGImage {
    fileprivate func reduced(to side: (width: Int, height: Int)) -> SmallPicture {
        let (columns, rows) = (width / side.width, height / side.height)
        var picture = SmallPicture(side: side, components: Array(repeating: 0, count: 4 * side.width * side.height))
        withPixelWords { bytes, bytesPerRow in
            for y in 0..<rows * side.height {
                for x in 0..<columns * side.width {
                    let place = 4 * (y / rows * side.width + x / columns)
                    for part in 0..<4 {
                        picture.components[place + part] += Double(bytes[y * bytesPerRow + 4 * x + part])
                    }
                }
            }
        }
        for place in picture.components.indices { picture.components[place] /= Double(columns * rows) }
        return picture
    }
}
