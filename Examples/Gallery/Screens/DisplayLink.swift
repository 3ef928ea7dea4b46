import Foundation
import MainspringAnimation
import MainspringGraphics

extension Screen {
    static var displayLink: Screen {
        Screen("display-link", "CADisplayLink", "Called before each frame: what no animation says, computed") { stage in
            let panel = stage.panel(CGRect(x: 40, y: 110, width: 880, height: 270), "Waves that meet")
            let waves = [Palette.sky, Palette.coral, Palette.text].map { color in
                let wave = stage.shape(CGMutablePath(), in: panel, stroke: color, width: 3)
                wave.lineJoin = .round
                return wave
            }
            let clock = stage.panel(
                CGRect(x: 40, y: 400, width: 880, height: 160), "timestamp, in seconds since the first call; calls")
            let seconds = stage.label(
                "", CGRect(x: 0, y: 14, width: 420, height: 76), size: 60, font: "Helvetica-Bold", in: clock)
            let calls = stage.label(
                "", CGRect(x: 430, y: 14, width: 400, height: 76), size: 60, color: Palette.mint,
                font: "Helvetica-Bold", in: clock)
            var start: Double?
            var count = 0
            stage.eachFrame { link in
                let time = link.timestamp - (start ?? link.timestamp)
                start = start ?? link.timestamp
                count += 1
                CATransaction.setDisableActions(true)
                seconds.string = String(format: "%.2f s", time)
                calls.string = "\(count)"
                for (number, wave) in waves.enumerated() { wave.path = path(number, time, panel.bounds) }
            }
        }
    }

    /// One wave, another one, and what they are together.
    private static func path(_ number: Int, _ time: Double, _ box: CGRect) -> CGPath {
        let path = CGMutablePath()
        for x in stride(from: 0, through: box.width, by: 4) {
            let place = Double(x / box.width)
            let first = sin(place * 18 - time * 3)
            let second = 0.7 * sin(place * 23 + time * 2)
            let height = number == 0 ? first : number == 1 ? second : first + second
            let point = CGPoint(x: x, y: box.midY - CGFloat(height) * box.height * 0.27)
            if x == 0 { path.move(to: point) } else { path.addLine(to: point) }
        }
        return path
    }
}
