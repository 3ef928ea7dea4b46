import Foundation
import MainspringGraphics
import MainspringRendering

/// What a test found, what it wanted and where these differ, as files to look at.
enum PictureReport {
    /// Writes the pictures into a new folder for temporary files.
    /// - Returns: A sentence that names it.
    static func write(_ name: String, found: PixelPicture, wanted: PixelPicture) -> String {
        let (greatest, count) = difference(found.pixels, wanted.pixels)
        let sentence = "\(name): \(count) pixels differ, by up to \(greatest)"
        do {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
                "mainspring-pictures-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try found.image.writePNG(to: folder.appendingPathComponent("found.png"))
            try wanted.image.writePNG(to: folder.appendingPathComponent("wanted.png"))
            try between(found, wanted).image.writePNG(to: folder.appendingPathComponent("difference.png"))
            return "\(sentence); found.png, wanted.png and difference.png are in \(folder.path)"
        } catch {
            return "\(sentence); the pictures cannot be written: \(error)"
        }
    }

    /// The greatest difference of each pixel's channels, as a shade of grey on white, four times as strong; of alpha alone in red.
    private static func between(_ found: PixelPicture, _ wanted: PixelPicture) -> PixelPicture {
        var result = found
        for (index, (one, other)) in zip(found.pixels, wanted.pixels).enumerated() {
            func shade(_ mask: UInt32) -> UInt32 {
                255 - UInt32(min(4 * difference([one & mask], [other & mask]).greatest, 255))
            }
            let (all, alpha) = (shade(0xFFFF_FFFF), shade(0xFF00_0000))
            let isAlpha = (one & 0xFF_FFFF) == (other & 0xFF_FFFF) && all < 255
            result.pixels[index] = 0xFF00_0000 | (isAlpha ? 0xFF_0000 | alpha << 8 | alpha : all << 16 | all << 8 | all)
        }
        return result
    }
}
