import Foundation
import Mainspring
import MainspringAnimation
import MainspringGraphics

/// A map that is too large to be drawn at once: a function of the place.
private final class MapLayer: CATiledLayer {
    /// Single pictures have no time in which a tile could appear.
    override class func fadeDuration() -> CFTimeInterval {
        CommandLine.arguments.contains("--frames") ? 0 : super.fadeDuration()
    }

    override func draw(in context: CGContext) {
        let area = context.boundingBoxOfClipPath
        // As large as some pixels of the level that is drawn, so that each has its own grain.
        let step = 3 / max(abs(context.ctm.a), 0.1)
        var y = area.minY
        while y < area.maxY {
            var x = area.minX
            while x < area.maxX {
                context.setFillColor(Self.color(Double(x) / 160, Double(y) / 160))
                context.fill(CGRect(x: x, y: y, width: step, height: step))
                x += step
            }
            y += step
        }
        context.setStrokeColor(CGColor(gray: 1, alpha: 0.35))
        context.setLineWidth(1)
        context.stroke(area)
    }

    private static func color(_ x: Double, _ y: Double) -> CGColor {
        let height = sin(x * 1.3) * cos(y * 1.7) + 0.5 * sin(x * 3.1 + y * 2.3) + 0.25 * sin(x * 7 - y * 5)
        let levels: [(Double, UInt32)] = [
            (-0.7, 0x16366B), (-0.35, 0x235C99), (-0.05, 0x4DA9FF), (0.05, 0xF3DFA0), (0.4, 0x58B573), (0.8, 0x3C8A5B),
            (1.1, 0x8A7A66), (9, 0xF5F7FA),
        ]
        return Palette.color(levels.first { height < $0.0 }?.1 ?? 0xFFFFFF)
    }
}

extension Screen {
    static var tiles: Screen {
        Screen(
            "tiles", "CATiledLayer", "A map that is drawn tile by tile as it comes into view, finer as it comes nearer"
        ) { stage in
            let panel = stage.panel(
                CGRect(x: 40, y: 110, width: 880, height: 450), "tileSize, levelsOfDetail, levelsOfDetailBias")
            let view = CALayer()
            view.frame = panel.bounds
            (view.masksToBounds, view.cornerRadius) = (true, 8)
            panel.addSublayer(view)
            let map = MapLayer()
            map.bounds = CGRect(x: 0, y: 0, width: 1_696, height: 788)
            map.position = view.center
            map.tileSize = CGSize(width: 212, height: 197)
            (map.levelsOfDetail, map.levelsOfDetailBias) = (3, 1)
            map.setNeedsDisplay()
            view.addSublayer(map)
            map.loop("transform.scale", from: 0.5, to: 1.6, seconds: 3, turnsBack: true, .easeInEaseOut)
        }
    }
}
