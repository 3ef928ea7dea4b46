import Foundation
import MainspringAnimation
import MainspringGraphics
import MainspringRendering

/// Texts: they look otherwise with other versions of the fonts, which is why more is allowed.
extension PictureTest {
    private static let latin = "DejaVu Sans"

    private static func text(
        _ string: Any, _ frame: CGRect, size: CGFloat = 12, font: String = latin,
        _ change: (CATextLayer) -> Void = { _ in }
    ) -> CATextLayer {
        let layer = CATextLayer()
        (layer.frame, layer.string, layer.font, layer.fontSize) = (frame, string, font, size)
        (layer.foregroundColor, layer.backgroundColor) = (.black, color(0.9, 0.93, 1))
        change(layer)
        return layer
    }

    private static func scene(
        _ name: String, _ width: Int, _ height: Int, fonts: [String] = [latin], _ build: @escaping Reftest.Build
    ) -> PictureTest {
        PictureTest(name, width, height, .letters(of: width * height), fonts: fonts, build)
    }

    static let texts: [PictureTest] = [
        scene("text-lines", 128, 128) {
            let words = "The quick brown fox jumps over"
            $0.add(text(words, CGRect(x: 2, y: 2, width: 124, height: 46)) { $0.isWrapped = true })
            for (place, mode) in [CATextLayerAlignmentMode.left, .center, .right].enumerated() {
                $0.add(text("side", CGRect(x: 2 + 42 * CGFloat(place), y: 52, width: 40, height: 18))) {
                    $0.alignmentMode = mode
                }
            }
            for (place, mode) in [CATextLayerTruncationMode.start, .middle, .end].enumerated() {
                $0.add(text(words, CGRect(x: 2, y: 72 + 18 * CGFloat(place), width: 124, height: 17))) {
                    $0.truncationMode = mode
                }
            }
        },
        scene("text-scripts", 128, 128, fonts: [latin, "VL Gothic"]) {
            let texts = ["Straße cœur", "Ελληνικά", "Русский", "العربية", "abc עברית 12"]
            for (place, string) in texts.enumerated() {
                $0.add(text(string, CGRect(x: 2, y: 2 + 21 * CGFloat(place), width: 124, height: 20), size: 14))
            }
            $0.add(text("日本語 テスト", CGRect(x: 2, y: 107, width: 124, height: 20), size: 14, font: "VL Gothic"))
        },
        scene("text-emoji", 128, 48, fonts: [latin, "Noto Color Emoji"]) {
            $0.add(text("a😀👩‍👩‍👧🇫🇷👍🏽", CGRect(x: 2, y: 2, width: 124, height: 44), size: 21))
        },
        scene("text-styles", 128, 96) {
            var large = AttributedString("Large small ")
            large.font = TextFont(family: latin, size: 20)
            large.foregroundColor = CGColor.red
            if let range = large.range(of: "small") {
                large[range].font = TextFont(family: latin, size: 11)
                large[range].backgroundColor = color(1, 0.9, 0.4)
            }
            var bold = AttributedString("bold ")
            bold.font = TextFont(family: latin, size: 16, weight: 700)
            bold.underline = true
            var slanted = AttributedString("slanted ")
            slanted.font = TextFont(family: latin, size: 16, isItalic: true)
            slanted.foregroundColor = CGColor.blue
            var wide = AttributedString("wide")
            wide.font = TextFont(family: latin, size: 12)
            (wide.kern, wide.strikethrough) = (3, true)
            $0.add(text(large + bold + slanted + wide, CGRect(x: 2, y: 2, width: 124, height: 92))) {
                $0.isWrapped = true
            }
        },
        scene("text-turned", 128, 96) {
            $0.add(text("Turned", CGRect(x: 6, y: 14, width: 54, height: 20), size: 14)) {
                $0.transform = CATransform3DMakeRotation(0.3, 0, 0, 1)
            }
            $0.add(text("Large", CGRect(x: 78, y: 16, width: 40, height: 16), size: 12)) {
                $0.transform = CATransform3DMakeScale(1.6, 1.6, 1)
            }
            $0.add(text("Leading away", CGRect(x: 2, y: 54, width: 116, height: 30), size: 17)) {
                $0.transform = CATransform3DRotate(.perspective(120), -0.8, 0, 1, 0)
            }
        },
    ]
}
