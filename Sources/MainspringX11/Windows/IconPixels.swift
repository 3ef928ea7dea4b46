internal import Foundation
internal import MainspringGraphics

/// A picture as `_NET_WM_ICON` has it: width, height, and words of alpha, red, green and blue, not multiplied.
enum IconPixels {
    /// Larger ones are made smaller by leaving pixels out: nobody shows them larger, and a request holds no more than
    /// 256 KiB with some servers.
    static let largestSide = 128

    static func words(_ image: CGImage) -> [UInt32] {
        guard image.width > 0, image.height > 0 else { return [] }
        let longest = max(image.width, image.height)
        let side = min(longest, largestSide)
        let width = max(image.width * side / longest, 1)
        let height = max(image.height * side / longest, 1)
        var words: [UInt32] = [UInt32(width), UInt32(height)]
        words.reserveCapacity(2 + width * height)
        image.withPremultipliedBGRA { bytes, bytesPerRow in
            for y in 0..<height {
                let row = y * image.height / height * bytesPerRow
                for x in 0..<width {
                    let place = row + x * image.width / width * 4
                    let alpha = bytes[place + 3]
                    func plain(_ channel: Int) -> UInt32 {
                        UInt32(PixelConversion.divide(bytes[place + channel], alpha))
                    }
                    words.append(UInt32(alpha) << 24 | plain(2) << 16 | plain(1) << 8 | plain(0))
                }
            }
        }
        return words
    }
}
