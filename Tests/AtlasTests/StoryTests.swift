import CommandRunner
import Foundation
import MainspringGraphics
import MainspringRendering
import Testing

/// The whole story, played by the program itself on its virtual clock.
@Suite struct StoryTests {
    /// Which of the frames, two a second, are looked at: import, both flights, search, form.
    private static let looked = [1, 4, 8, 12, 16, 17, 18, 20, 23, 27, 31, 35, 40, 46, 52, 58, 64, 70, 76, 80]
    /// Of a component's 255 levels, over all pixels: letters of other fonts are some of them.
    private static let allowed = 1.5
    /// A picture in which nothing is missed is within that of the one before or after it; one in which a layer is missing is not.
    private static let side = (width: 256, height: 144)

    @Test func `twenty of its frames are the pictures that they were`() throws {
        try Program.inFolder { folder in
            let (status, output) = try Program.run("Atlas", "--frames", folder.path, "--rows", "8000")
            #expect(status == 0, "\(output)")
            for number in Self.looked {
                let name = String(format: "atlas-%05d.png", number)
                let image = try CGImage(data: Data(contentsOf: folder.appendingPathComponent(name)))
                #expect(image.width == 1280 && image.height == 720)
                let small = image.reduced(to: Self.side)
                let reference = try #require(Bundle.module.resourceURL).appendingPathComponent("Pictures/\(name)")
                if ProcessInfo.processInfo.environment["MAINSPRING_WRITE_PICTURES"] == "1" {
                    try small.image.pngData().write(to: reference)
                }
                let wanted = try CGImage(data: Data(contentsOf: reference)).reduced(to: Self.side)
                let difference = small.difference(from: wanted)
                #expect(difference <= Self.allowed, "\(name): \(difference) levels")
            }
        }
    }
}

/// A picture's components, made smaller by taking the mean.
private struct SmallPicture {
    let side: (width: Int, height: Int)
    var components: [Double]

    /// The mean difference of all components.
    func difference(from other: SmallPicture) -> Double {
        zip(components, other.components).reduce(0) { $0 + abs($1.0 - $1.1) } / Double(components.count)
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
        withPremultipliedBGRA { bytes, bytesPerRow in
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
