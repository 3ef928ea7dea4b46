import Foundation
import MainspringGraphics

/// The colours of all screens.
enum Palette {
    static let night = color(0x0F131C)
    static let panel = color(0x1A2130)
    static let line = color(0x2C3649)
    static let text = color(0xEEF2FA)
    static let quiet = color(0x8D9AB3)
    static let coral = color(0xFF6B5E)
    static let amber = color(0xFFB74F)
    static let mint = color(0x4BD8A6)
    static let sky = color(0x4DA9FF)
    static let violet = color(0x9A7CFF)
    static let pink = color(0xFF7DBD)

    static let bright = [coral, amber, mint, sky, violet, pink]

    static func color(_ hex: UInt32, alpha: CGFloat = 1) -> CGColor {
        CGColor(
            srgbRed: CGFloat(hex >> 16 & 255) / 255, green: CGFloat(hex >> 8 & 255) / 255,
            blue: CGFloat(hex & 255) / 255, alpha: alpha)
    }
}
