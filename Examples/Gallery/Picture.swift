import Foundation
import MainspringGraphics
import MainspringRendering

/// Pictures that are drawn when the program starts, so that it needs no files.
enum Picture {
    /// Hills before an evening sky.
    static func landscape(width: Int = 320, height: Int = 200) -> CGImage? {
        draw(width, height) { context, size in
            for row in 0..<height {
                let t = CGFloat(row) / CGFloat(height)
                context.setFillColor(
                    CGColor(srgbRed: 1 - 0.75 * t, green: 0.62 - 0.30 * t, blue: 0.42 + 0.28 * t, alpha: 1))
                context.fill(CGRect(x: 0, y: row, width: width, height: 1))
            }
            context.setFillColor(Palette.color(0xFFF1C9))
            let sun = size.height * 0.28
            context.fillEllipse(in: CGRect(x: size.width * 0.62, y: size.height * 0.45, width: sun, height: sun))
            for (height, phase, color) in [(0.46, 0.4, 0x7A4B7A), (0.34, 2.1, 0x51396E), (0.2, 4.0, 0x2B2750)] {
                context.setFillColor(Palette.color(UInt32(color)))
                let path = CGMutablePath()
                path.move(to: .zero)
                for x in stride(from: 0, through: size.width, by: 2) {
                    let wave =
                        sin(Double(x / size.width) * 5 + phase) * 0.1 + sin(Double(x / size.width) * 11 + phase) * 0.04
                    path.addLine(to: CGPoint(x: x, y: size.height * (height + wave)))
                }
                path.addLine(to: CGPoint(x: size.width, y: 0))
                path.closeSubpath()
                context.addPath(path)
                context.fillPath()
            }
        }
    }

    /// A soft disc, for particles.
    static func spark(side: Int = 32) -> CGImage? {
        draw(side, side) { context, size in
            let steps = 16
            for step in 0..<steps {
                let part = CGFloat(step) / CGFloat(steps)
                context.setFillColor(CGColor(gray: 1, alpha: 0.04 + 0.2 * part * part))
                context.fillEllipse(
                    in: CGRect(origin: .zero, size: size).insetBy(dx: size.width / 2 * part, dy: size.height / 2 * part)
                )
            }
        }
    }

    private static func draw(_ width: Int, _ height: Int, _ body: (CGContext, CGSize) -> Void) -> CGImage? {
        let info = CGBitmapInfo.byteOrder32Little.rawValue | CGImageAlphaInfo.premultipliedFirst.rawValue
        guard
            let context = CGContext(
                data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
                space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: info)
        else { return nil }
        body(context, CGSize(width: width, height: height))
        return context.makeImage()
    }
}
