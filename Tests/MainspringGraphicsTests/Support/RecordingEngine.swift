import Foundation

@testable import MainspringGraphics

/// An engine that paints nothing and writes down what it was told, with paths in device space.
final class RecordingEngine: CGContextEngine {
    private(set) var lines: [String] = []
    private(set) var states: [CGContextState] = []
    var bitmap: CGBitmapDescription?
    var deviceBounds = CGRect(x: 0, y: 0, width: 100, height: 100)
    var initialTransform = CGAffineTransform.identity

    /// What was written since the last time.
    func take() -> [String] {
        defer { lines = [] }
        return lines
    }

    private func write(_ line: String, _ state: CGContextState? = nil) {
        lines.append(line)
        if let state { states.append(state) }
    }

    private func words(_ rect: CGRect) -> String { "\(rect.minX) \(rect.minY) \(rect.width) \(rect.height)" }

    func saveClip() { write("save") }
    func restoreClip() { write("restore") }
    func resetClip() { write("reset clip") }
    func clip(to path: CGPath, using rule: CGPathFillRule, state: CGContextState) {
        write("clip \(rule) \(path.written)", state)
    }
    func clip(to mask: CGImage, in rect: CGRect, state: CGContextState) { write("mask \(words(rect))", state) }
    func fill(_ path: CGPath, using rule: CGPathFillRule, state: CGContextState) {
        write("fill \(rule) \(path.written)", state)
    }
    func stroke(_ path: CGPath, state: CGContextState) { write("stroke \(path.written)", state) }
    func clear(_ path: CGPath, state: CGContextState) { write("clear \(path.written)", state) }
    func draw(_ image: CGImage, in rect: CGRect, byTiling: Bool, state: CGContextState) {
        write("image \(words(rect))\(byTiling ? " tiled" : "")", state)
    }
    func draw(
        _ gradient: CGGradient, along geometry: CGGradientGeometry, options: CGGradientDrawingOptions,
        state: CGContextState
    ) {
        let words =
            switch geometry {
            case .linear(let start, let end): "linear \(start.x) \(start.y) \(end.x) \(end.y)"
            case .radial(let start, let startRadius, let end, let endRadius):
                "radial \(start.x) \(start.y) \(startRadius) \(end.x) \(end.y) \(endRadius)"
            case .conic(let center, let angle): "conic \(center.x) \(center.y) \(angle)"
            }
        write("\(words) \(options.rawValue)", state)
    }
    func beginTransparencyLayer(state: CGContextState) { write("begin layer \(state.alpha)", state) }
    func endTransparencyLayer(state: CGContextState) { write("end layer \(state.alpha)", state) }
    func makeImage() -> CGImage? {
        write("make image")
        return nil
    }
    func flush() { write("flush") }
}
