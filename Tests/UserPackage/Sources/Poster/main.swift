// Layers as an app's source has them, with Apple's imports alone. Without the trait Drawing nothing of it needs Cairo.
import CoreGraphics
import QuartzCore

let poster = CALayer()
poster.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
poster.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
let corner = CAShapeLayer()
corner.path = CGPath(rect: CGRect(x: 0, y: 0, width: 2, height: 2), transform: nil)
corner.fillColor = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
poster.addSublayer(corner)
let fade = CABasicAnimation(keyPath: "opacity")
(fade.fromValue, fade.toValue, fade.duration) = (1, 0.5, 2)
corner.add(fade, forKey: "fade")
print(poster.sublayers?.count ?? 0, corner.animationKeys() ?? [])
let timer = CFRunLoopTimerCreateWithHandler(nil, 0, 0, 0, 0) { _ in print("in the loop") }
CFRunLoopAddTimer(CFRunLoopGetMain(), timer, .defaultMode)
CFRunLoopRunInMode(.defaultMode, 10, true)

#if Drawing
    func colour(_ x: Int, _ y: Int, _ context: CGContext) -> String {
        let pixel = context.data!.loadUnaligned(fromByteOffset: y * context.bytesPerRow + 4 * x, as: UInt32.self)
        return String(pixel.bigEndian, radix: 16)
    }

    let context = CGContext(
        data: nil, width: 4, height: 4, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)!
    corner.removeAllAnimations()
    poster.render(in: context)
    print(colour(0, 3, context), colour(3, 0, context))
#endif
