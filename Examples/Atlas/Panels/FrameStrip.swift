import Foundation
import MainspringAnimation
import MainspringGraphics

/// How long the main loop took from frame to frame, as bars, the newest to the right.
@MainActor
final class FrameStrip {
    let layer = CALayer()
    private var bars: [CALayer] = []
    private var next = 0
    private var last: Double?
    private let caption: CATextLayer
    private var longest = 0.0

    private static let count = 100
    private static let width: CGFloat = 2
    private static let height: CGFloat = 34

    init() {
        let size = CGSize(width: CGFloat(Self.count) * (Self.width + 0.6), height: Self.height)
        layer.bounds = CGRect(x: 0, y: 0, width: size.width, height: size.height + 18)
        caption = layer.addText(
            "", CGRect(x: 0, y: Self.height + 4, width: size.width, height: 16), size: 12, color: Style.quiet)
        let limit = layer.addBox(CGRect(x: 0, y: Self.height / 2, width: size.width, height: 0.5), Style.faint)
        limit.opacity = 0.6
        for index in 0..<Self.count {
            let bar = layer.addBox(
                CGRect(x: CGFloat(index) * (Self.width + 0.6), y: Self.height - 1, width: Self.width, height: 1),
                Style.sky, corner: 1)
            bar.anchorPoint = CGPoint(x: 0, y: 1)
            bar.position = CGPoint(x: CGFloat(index) * (Self.width + 0.6), y: Self.height)
            bars.append(bar)
        }
    }

    /// The main loop makes a frame.
    func note(_ time: Double) {
        defer { last = time }
        guard let last else { return }
        let milliseconds = (time - last) * 1_000
        longest = max(longest, milliseconds)
        withoutActions {
            let bar = bars[next]
            let height = min(CGFloat(milliseconds / 33.4) * Self.height, Self.height)
            bar.bounds.size.height = max(height, 1)
            bar.backgroundColor = milliseconds > 25 ? Style.coral : Style.sky
            bar.opacity = 1
            bars[(next + 1) % Self.count].opacity = 0.1
            next = (next + 1) % Self.count
            // To paint a text sixty times a second helps nobody.
            if next % 15 == 0 {
                caption.string = String(format: "main loop: longest frame %.0f ms", longest)
            }
        }
    }
}
