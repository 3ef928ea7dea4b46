import Foundation
import Mainspring
import MainspringGraphics
import MainspringRendering

/// Pictures of discs, each drawn once for its size and its place in a pixel: thousands of cities are painted by copying them.
///
/// A disc is at most an eighth of a pixel beside its place. Belongs to the main thread.
@MainActor
final class DiscStamps {
    /// Premultiplied pixels around a disc.
    private struct Stamp {
        let side: Int
        let pixels: [UInt32]
    }

    private var known: [Int: Stamp] = [:]
    /// How many there are of a size, and of a pixel's width.
    private static let (sizes, places) = (8, 4)

    /// A picture of the largest cities of a part of the map, the largest above the others.
    /// - Parameters:
    ///   - count: So many at most.
    ///   - scale: How many pixels a point of the map has; the part's sides are whole pixels.
    func image(of field: CityField, _ count: Int, in rect: CGRect, scale: CGFloat) -> CGImage? {
        let (width, height) = (Int((rect.width * scale).rounded()), Int((rect.height * scale).rounded()))
        guard width > 0, height > 0 else { return nil }
        var pixels = [UInt32](repeating: 0, count: width * height)
        let around = rect.insetBy(dx: -CityDiscs.reach / scale, dy: -CityDiscs.reach / scale)
        for spot in field.largest(count, in: around).reversed() {
            let (x, y) = ((spot.point.x - rect.minX) * scale, (spot.point.y - rect.minY) * scale)
            paint(CityDiscs.size(spot.population), x, y, &pixels, width, height)
        }
        return CGImage.make(pixels, width: width, height: height)
    }

    private func paint(
        _ size: Double, _ x: CGFloat, _ y: CGFloat, _ pixels: inout [UInt32], _ width: Int, _ height: Int
    ) {
        let (left, top) = (x.rounded(.down), y.rounded(.down))
        let stamp = stamp(size, Self.place(x - left), Self.place(y - top))
        let (first, line) = (Int(left) - stamp.side / 2, Int(top) - stamp.side / 2)
        let columns = max(-first, 0)..<max(min(stamp.side, width - first), max(-first, 0))
        for row in max(-line, 0)..<max(min(stamp.side, height - line), max(-line, 0)) {
            for column in columns {
                let place = (line + row) * width + first + column
                pixels[place] = Self.over(stamp.pixels[row * stamp.side + column], pixels[place])
            }
        }
    }

    private static func place(_ part: CGFloat) -> Int { min(Int(part * CGFloat(places)), places - 1) }

    /// Porter and Duff's “over”, two components at once; a division by 255 is that by 256 of a little more.
    private static func over(_ source: UInt32, _ ground: UInt32) -> UInt32 {
        let rest = 255 - source >> 24
        func scaled(_ pair: UInt32) -> UInt32 {
            let product = (pair & 0x00FF_00FF) * rest + 0x0080_0080
            return (product + (product >> 8 & 0x00FF_00FF)) >> 8 & 0x00FF_00FF
        }
        return source + scaled(ground) + scaled(ground >> 8) << 8
    }

    private func stamp(_ size: Double, _ column: Int, _ row: Int) -> Stamp {
        let step = Int(size * Double(Self.sizes))
        let key = (step * Self.places + row) * Self.places + column
        if let stamp = known[key] { return stamp }
        let stamp = makeStamp((Double(step) + 0.5) / Double(Self.sizes), column, row)
        known[key] = stamp
        return stamp
    }

    private func makeStamp(_ size: Double, _ column: Int, _ row: Int) -> Stamp {
        let middle = Int(CityDiscs.radius(size).rounded(.up)) + 1
        let side = 2 * middle + 1
        var pixels = [UInt32](repeating: 0, count: side * side)
        func place(_ step: Int) -> CGFloat { CGFloat(middle) + (CGFloat(step) + 0.5) / CGFloat(Self.places) }
        pixels.withUnsafeMutableBytes { bytes in
            // The context has gone before the memory has.
            let context = CGContext(
                data: bytes.baseAddress, width: side, height: side, bitsPerComponent: 8, bytesPerRow: 4 * side,
                space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImage.pixelInfo)
            guard let context else { return }
            context.translateBy(x: 0, y: CGFloat(side))
            context.scaleBy(x: 1, y: -1)
            CityDiscs.draw(size, at: CGPoint(x: place(column), y: place(row)), scale: 1, context)
        }
        return Stamp(side: side, pixels: pixels)
    }
}
