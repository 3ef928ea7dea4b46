import MainspringGraphics
import Testing

/// Numbers that bitmaps and programs have written down.
@Suite struct RawValueTests {
    @Test func `orders of bytes have Apple's numbers`() {
        let orders: [CGImageByteOrderInfo] = [
            .orderDefault, .order16Little, .order32Little, .order16Big, .order32Big, .orderMask,
        ]
        #expect(orders.map(\.rawValue) == [0, 1 << 12, 2 << 12, 3 << 12, 4 << 12, 0x7000])
        #expect(CGBitmapInfo.byteOrderMask.rawValue == 0x7000)
    }

    @Test func `forms of pixels have Apple's numbers`() {
        let forms: [CGImagePixelFormatInfo] = [.packed, .RGB555, .RGB565, .RGB101010, .RGBCIF10, .mask]
        #expect(forms.map(\.rawValue) == [0, 1 << 16, 2 << 16, 3 << 16, 4 << 16, 0xF0000])
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
