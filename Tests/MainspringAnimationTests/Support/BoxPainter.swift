import Foundation
import MainspringGraphics

@testable import MainspringAnimation

/// Paints the layers of a frame as boxes of their background colours, with opacity, transforms and clips: proof that a frame says enough.
struct BoxPainter {
    let width: Int
    let height: Int
    /// Red, green and blue from 0 to 1, row by row from above.
    private(set) var pixels: [SIMD3<Double>]

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        pixels = Array(repeating: SIMD3(repeating: 1), count: width * height)
    }

    subscript(x: Int, y: Int) -> SIMD3<Double> { pixels[y * width + x] }

    /// Paints a frame on white; each pixel is what lies at its middle.
    mutating func paint(_ frame: LayerFrame) {
        frame.forEachShownLayer { layer in
            guard let color = layer.backgroundColor?.premultipliedSRGB, color.w > 0 else { return }
            let reach = layer.box.intersection(CGRect(x: 0, y: 0, width: width, height: height))
            guard !reach.isNull else { return }
            let cover = Double(layer.totalOpacity)
            for y in Int(reach.minY)..<min(Int(reach.maxY.rounded(.up)), height) {
                for x in Int(reach.minX)..<min(Int(reach.maxX.rounded(.up)), width) {
                    let point = CGPoint(x: Double(x) + 0.5, y: Double(y) + 0.5)
                    guard isInside(layer, point), isVisible(layer, point) else { continue }
                    let alpha = color.w * cover * alpha(ofMasksOf: layer, at: point)
                    let own = SIMD3(color.x, color.y, color.z) / color.w
                    pixels[y * width + x] = own * alpha + pixels[y * width + x] * (1 - alpha)
                }
            }
        }
    }

    private func isInside(_ layer: FrameLayer, _ point: CGPoint) -> Bool {
        guard let own = layer.convertFromHost(point) else { return false }
        let bounds = layer.bounds
        return own.x >= bounds.minX && own.x < bounds.maxX && own.y >= bounds.minY && own.y < bounds.maxY
    }

    /// Whether no layer around it cuts a point off.
    private func isVisible(_ layer: FrameLayer, _ point: CGPoint) -> Bool {
        var outer = layer.outer
        while let current = outer {
            if current.masksToBounds, !isInside(current, point) { return false }
            outer = current.outer
        }
        return true
    }

    /// How much the masks of the layer and of those around it let through.
    private func alpha(ofMasksOf layer: FrameLayer, at point: CGPoint) -> Double {
        var result = 1.0
        var current: FrameLayer? = layer
        while let each = current {
            if let mask = each.mask {
                let color = mask.backgroundColor?.premultipliedSRGB ?? .zero
                result *= isInside(mask, point) ? color.w * Double(mask.opacity) : 0
            }
            current = each.outer
        }
        return result
    }

    /// The picture as a PNG file: stored, not compressed.
    var png: Data {
        var raw = Data()
        for y in 0..<height {
            raw.append(0)
            for x in 0..<width {
                let color = (self[x, y] * 255).rounded(.toNearestOrEven)
                raw.append(contentsOf: [UInt8(color.x), UInt8(color.y), UInt8(color.z)])
            }
        }
        func bytes(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
        var file = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        func add(_ type: String, _ body: Data) {
            let content = Data(type.utf8) + body
            file += bytes(body.count) + content + bytes(Int(Self.crc(content)))
        }
        add("IHDR", Data(bytes(width) + bytes(height) + [8, 2, 0, 0, 0]))
        var stored = Data([0x78, 0x01])
        var rest = raw[...]
        repeat {
            let piece = rest.prefix(65_535)
            rest = rest.dropFirst(piece.count)
            let size = UInt16(piece.count)
            stored.append(contentsOf: [rest.isEmpty ? 1 : 0, UInt8(size & 255), UInt8(size >> 8)])
            stored.append(contentsOf: [UInt8(~size & 255), UInt8(~size >> 8)])
            stored.append(piece)
        } while !rest.isEmpty
        var (a, b) = (1, 0)
        for byte in raw {
            a = (a + Int(byte)) % 65_521
            b = (b + a) % 65_521
        }
        stored.append(contentsOf: bytes(b << 16 | a))
        add("IDAT", stored)
        add("IEND", Data())
        return file
    }

    private static func crc(_ data: Data) -> UInt32 {
        var crc = UInt32.max
        for byte in data {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
        return ~crc
    }
}
