import Foundation
import Mainspring
import MainspringAnimation
import MainspringApplication
import MainspringGraphics

/// What a screen is put on: a layer, and what lives as long as the screen is shown.
final class Stage {
    static let size = CGSize(width: 960, height: 600)

    let layer = CALayer()
    /// Nil where the screen is only painted.
    let window: Window?
    private var timers: [CFRunLoopTimer] = []
    private var links: [CADisplayLink] = []
    private var kept: [AnyObject] = []

    init(_ screen: Screen, in window: Window?) {
        self.window = window
        layer.name = screen.name
        layer.anchorPoint = .zero
        layer.bounds = CGRect(origin: .zero, size: Self.size)
        layer.backgroundColor = Palette.night
        label(screen.title, CGRect(x: 40, y: 26, width: 880, height: 40), size: 30, font: "Helvetica-Bold")
        label(screen.note, CGRect(x: 40, y: 66, width: 880, height: 24), size: 15, color: Palette.quiet)
        screen.fill(self)
        set(scale: window?.scale ?? 1, of: layer)
    }

    private func set(scale: CGFloat, of layer: CALayer) {
        // A picture that was given has a scale of its own.
        if layer.contents == nil { layer.contentsScale = scale }
        for inner in layer.sublayers ?? [] { set(scale: scale, of: inner) }
    }

    // MARK: Layers

    /// A dark panel with a title; what is shown in it goes into the layer that comes back, which begins below the title.
    @discardableResult
    func panel(_ frame: CGRect, _ title: String) -> CALayer {
        let panel = CALayer()
        panel.frame = frame
        panel.backgroundColor = Palette.panel
        panel.cornerRadius = 14
        panel.borderWidth = 1
        panel.borderColor = Palette.line
        layer.addSublayer(panel)
        label(
            title, CGRect(x: 16, y: 12, width: frame.width - 32, height: 20), size: 13, color: Palette.quiet, in: panel)
        let inside = CALayer()
        inside.frame = CGRect(x: 16, y: 40, width: frame.width - 32, height: frame.height - 56)
        panel.addSublayer(inside)
        return inside
    }

    @discardableResult
    func label(
        _ text: String, _ frame: CGRect, size: CGFloat, color: CGColor = Palette.text, font: String = "Helvetica",
        alignment: CATextLayerAlignmentMode = .left, in outer: CALayer? = nil
    ) -> CATextLayer {
        let label = CATextLayer()
        label.string = text
        label.font = font as NSString
        label.fontSize = size
        label.foregroundColor = color
        label.alignmentMode = alignment
        label.truncationMode = .end
        label.frame = frame
        (outer ?? layer).addSublayer(label)
        return label
    }

    @discardableResult
    func box(_ frame: CGRect, _ color: CGColor, corner: CGFloat = 0, in outer: CALayer) -> CALayer {
        let box = CALayer()
        box.frame = frame
        box.backgroundColor = color
        box.cornerRadius = corner
        outer.addSublayer(box)
        return box
    }

    @discardableResult
    func shape(
        _ path: CGPath, in outer: CALayer, fill: CGColor? = nil, stroke: CGColor? = nil, width: CGFloat = 1
    ) -> CAShapeLayer {
        let shape = CAShapeLayer()
        shape.frame = CGRect(origin: .zero, size: outer.bounds.size)
        shape.path = path
        shape.fillColor = fill
        shape.strokeColor = stroke
        shape.lineWidth = width
        outer.addSublayer(shape)
        return shape
    }

    // MARK: Time

    /// Calls a closure again and again, from now on, while the screen is shown.
    func every(_ seconds: Double, _ body: @escaping () -> Void) {
        let timer = CFRunLoopTimerCreateWithHandler(nil, CFAbsoluteTimeGetCurrent() + 0.01, seconds, 0, 0) { _ in
            body()
        }
        CFRunLoopAddTimer(CFRunLoopGetCurrent(), timer, .commonModes)
        if let timer { timers.append(timer) }
    }

    /// Calls a closure with each frame of the display.
    func eachFrame(_ body: @escaping (CADisplayLink) -> Void) {
        let link = CADisplayLink(handler: body)
        link.add(to: .current, forMode: .common)
        links.append(link)
    }

    /// Keeps what layers do not keep themselves, as their delegates.
    func keep(_ object: AnyObject) { kept.append(object) }

    /// The screen is gone.
    func end() {
        for timer in timers { CFRunLoopTimerInvalidate(timer) }
        for link in links { link.invalidate() }
        (timers, links, kept) = ([], [], [])
    }
}

extension CALayer {
    /// Animates for ever.
    func loop(
        _ keyPath: String, from start: Any?, to end: Any?, seconds: Double, turnsBack: Bool = false,
        _ timing: CAMediaTimingFunctionName = .linear
    ) {
        let animation = CABasicAnimation(keyPath: keyPath)
        (animation.fromValue, animation.toValue, animation.duration) = (start, end, seconds)
        animation.repeatCount = .infinity
        animation.autoreverses = turnsBack
        animation.timingFunction = CAMediaTimingFunction(name: timing)
        add(animation, forKey: keyPath)
    }

    var center: CGPoint { CGPoint(x: bounds.midX, y: bounds.midY) }
}
