import Foundation

/// How long the main loop took from frame to frame, as a picture in SVG.
struct FrameChart {
    private static let size = CGSize(width: 900, height: 110)
    /// What is longer is cut off, and its length written beside.
    private static let most = 60.0

    /// - Parameters:
    ///   - times: Of the frames, in seconds from the first one.
    ///   - seconds: How long the time axis is.
    static func svg(_ times: [Double], seconds: Double) -> String {
        var bars = ""
        for (former, time) in zip(times, times.dropFirst()) {
            let milliseconds = (time - former) * 1_000
            let height = min(milliseconds, most) / most * size.height
            let x = former / max(seconds, 0.001) * size.width
            let width = max((time - former) / max(seconds, 0.001) * size.width - 0.4, 0.5)
            let isLate = milliseconds > 25
            bars += String(
                format: "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" class=\"%@\"/>", x,
                size.height - height, width, height, isLate ? "late" : "frame")
            if milliseconds > most {
                bars += String(
                    format: "<text x=\"%.1f\" y=\"14\" class=\"long\">%.0f ms</text>", x + 6, milliseconds)
            }
        }
        let limit = size.height - 1_000 / 60 / most * size.height
        return """
            <svg viewBox="0 0 \(Int(size.width)) \(Int(size.height) + 18)" role="img" \
            aria-label="Milliseconds from frame to frame">\
            \(bars)\
            <line x1="0" x2="\(Int(size.width))" y1="\(String(format: "%.1f", limit))" y2="\
            \(String(format: "%.1f", limit))" class="limit"/>\
            <text x="0" y="\(Int(size.height) + 14)">0 s</text>\
            <text x="\(Int(size.width))" y="\(Int(size.height) + 14)" text-anchor="end">\
            \(String(format: "%.1f s", seconds))</text></svg>
            """
    }
}
