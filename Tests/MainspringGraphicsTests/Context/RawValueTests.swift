import MainspringGraphics
import Testing

/// Numbers that bitmaps and programs have written down.
@Suite struct RawValueTests {
    @Test func `orders of bytes have Apple's numbers`() {
        let orders: [CGImageByteOrderInfo] = [
            .orderDefault, .order16Little, .order32Little, .order16Big, .order32Big, .orderMask,
        ]
        let numbers: [UInt32] = [0, 0x1000, 0x2000, 0x3000, 0x4000, 0x7000]
        #expect(orders.map(\.rawValue) == numbers)
        #expect(CGBitmapInfo.byteOrderMask.rawValue == 0x7000)
    }

    @Test func `forms of pixels have Apple's numbers`() {
        let forms: [CGImagePixelFormatInfo] = [.packed, .RGB555, .RGB565, .RGB101010, .RGBCIF10, .mask]
        let numbers: [UInt32] = [0, 0x10000, 0x20000, 0x30000, 0x40000, 0xF0000]
        #expect(forms.map(\.rawValue) == numbers)
        #expect(CGBitmapInfo.floatInfoMask.rawValue == 0xF00)
    }

    @Test func `models of colours have Apple's numbers`() {
        let models: [CGColorSpaceModel] = [
            .unknown, .monochrome, .rgb, .cmyk, .lab, .deviceN, .indexed, .pattern, .XYZ,
        ]
        #expect(models.map(\.rawValue) == Array(-1...7))
    }

    @Test func `intents have Apple's numbers`() {
        let intents: [CGColorRenderingIntent] = [
            .defaultIntent, .absoluteColorimetric, .relativeColorimetric, .perceptual, .saturation,
        ]
        #expect(intents.map(\.rawValue) == Array(0...4))
    }

    @Test func `modes of text have Apple's numbers`() {
        let modes: [CGTextDrawingMode] = [
            .fill, .stroke, .fillStroke, .invisible, .fillClip, .strokeClip, .fillStrokeClip, .clip,
        ]
        #expect(modes.map(\.rawValue) == Array(0...7))
    }
}
