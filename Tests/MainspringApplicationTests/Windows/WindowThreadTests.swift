import Foundation
import Mainspring
import MainspringAnimation
import MainspringGraphics
import Testing

@testable import MainspringApplication

@Suite struct WindowThreadTests {
    final class Delegate: WindowDelegate {
        var lines: [String] = []
        var mayClose = true
        func windowShouldClose(_ sender: Window) -> Bool {
            lines.append("should")
            return mayClose
        }
        func windowWillClose(_ window: Window) {
            lines.append("will")
            window.close()
        }
        func windowDidResize(_ window: Window) { lines.append("resized \(window.size.width) \(window.size.height)") }
        func windowDidChangeScale(_ window: Window) { lines.append("scale \(window.scale)") }
        func windowDidBecomeKey(_ window: Window) { lines.append("key") }
        func windowDidResignKey(_ window: Window) { lines.append("no key") }
        func windowDidChangeVisibility(_ window: Window) { lines.append("visible \(window.isVisible)") }
        func window(_ window: Window, handle event: Event) -> Bool {
            lines.append(event.word)
            return true
        }
    }

    private func told(_ body: @escaping @Sendable (AppStage, Window, HeadlessSurface, Delegate) throws -> Void) throws
        -> [String]
    {
        try onOwnLoop {
            let stage = AppStage()
            let (window, surface) = try stage.makeWindow()
            stage.run()
            let delegate = Delegate()
            window.delegate = delegate
            try body(stage, window, surface, delegate)
            stage.run()
            return delegate.lines
        }
    }

    @Test func `a user's wish to close asks, and the window closes once`() throws {
        let lines = try told { stage, window, surface, delegate in
            delegate.mayClose = false
            surface.send(.window(.closeRequested))
            stage.run()
            delegate.mayClose = true
            for _ in 0..<2 { surface.send(.window(.closeRequested)) }
            surface.send(move(1, 1))
            stage.run()
            window.close()
            #expect(window.isClosed && surface.isClosed && stage.system.surfaces.isEmpty)
            #expect(stage.application.windows.isEmpty)
        }
        #expect(lines == ["should", "should", "will", "visible false"])
    }

    @Test func `size, scale, keys and visibility follow what the surface tells`() throws {
        let lines = try told { stage, window, surface, _ in
            window.resize(to: CGSize(width: 300, height: 100))
            surface.changeScale(2)
            surface.send(.window(.focused(true)))
            surface.send(.window(.focused(false)))
            surface.setOccluded(true)
            surface.setOccluded(false)
            window.hide()
            stage.run()
            #expect(window.layer.bounds == CGRect(x: 0, y: 0, width: 300, height: 100))
            #expect(window.layer.contentsScale == 2)
        }
        #expect(
            lines == [
                "resized 300.0 100.0", "scale 2.0", "key", "no key", "visible false", "visible true", "visible false",
            ])
    }

    @Test func `a window that closes has no keys any more, and its layer neither`() throws {
        let lines = try told { stage, window, surface, delegate in
            let log = NotingHandler.Log()
            let handler = NotingHandler("layer", log)
            let layer = addLayer(to: window.layer)
            layer.eventHandler = handler
            surface.send(.window(.focused(true)))
            stage.run()
            window.focusLayer = layer
            window.close()
            #expect(!window.isKey && window.focusLayer == nil)
            window.focusLayer = layer
            #expect(window.focusLayer == nil)
            delegate.lines += log.lines
            withExtendedLifetime(handler) {}
        }
        #expect(
            lines == ["key", "will", "no key", "visible false", "layer focus true", "layer focus false"])
    }

    @Test func `a layer that leaves the window has no keys any more, hears so, and may have another window's`() throws {
        let lines = try told { stage, window, _, delegate in
            let log = NotingHandler.Log()
            let (handler, neighbour) = (NotingHandler("layer", log), NotingHandler("neighbour", log))
            let (layer, other) = (addLayer(to: window.layer), try stage.makeWindow().window)
            layer.eventHandler = handler
            other.layer.eventHandler = neighbour
            window.focusLayer = layer
            other.layer.addSublayer(layer)
            stage.run()
            #expect(window.focusLayer == nil)
            other.focusLayer = layer
            // What the first window has lost is not told again, when the layer has the second one's.
            window.focusLayer = window.layer
            window.focusLayer = nil
            stage.run()
            layer.removeFromSuperlayer()
            stage.run()
            window.layer.addSublayer(layer)
            other.layer.addSublayer(layer)
            stage.run()
            #expect(window.focusLayer == nil && other.focusLayer == nil)
            delegate.lines += log.lines
            withExtendedLifetime((handler, neighbour)) {}
        }
        #expect(
            lines.filter { $0.hasPrefix("layer") } == [
                "layer focus true", "layer focus false", "layer focus true", "layer focus false",
            ])
    }

    @Test(arguments: [
        (CGSize(width: CGFloat.nan, height: -5), CGSize(width: 1, height: 1)),
        (CGSize(width: CGFloat.infinity, height: 1e300), CGSize(width: 32767, height: 32767)),
        (CGSize(width: 0, height: 20), CGSize(width: 1, height: 20)),
    ]) func `a size that no window can have becomes one that it can`(wanted: CGSize, expected: CGSize) throws {
        let size = try onOwnLoop {
            let stage = AppStage()
            return try Window(WindowConfiguration(size: wanted), application: stage.application).size
        }
        #expect(size == expected)
    }

    @Test func `without a window system there is no window, and the error says what to do`() throws {
        #expect(throws: WindowError.self) {
            try onOwnLoop {
                let stage = AppStage()
                stage.application.windowSystem = nil
                _ = try Window(application: stage.application)
            }
        }
        #expect("\(WindowError.noWindowSystem)".contains("Set Application.windowSystem"))
    }

    @Test func `a frame comes with what changed, in pixels, and all of it after an exposure`() throws {
        try onOwnLoop {
            let stage = AppStage()
            let (window, surface) = try stage.makeWindow()
            let layer = addLayer(to: window.layer, x: 10, y: 20, side: 30)
            stage.run(for: 0.1)
            #expect(surface.frames.lastDamage == [PixelRect(x: 0, y: 0, width: 200, height: 200)])
            let count = surface.frames.count
            CATransaction.setDisableActions(true)
            layer.backgroundColor = CGColor(gray: 0, alpha: 1)
            stage.run(for: 0.1)
            #expect(surface.frames.count == count + 1)
            #expect(surface.frames.lastDamage == [PixelRect(x: 10, y: 20, width: 30, height: 30)])
            surface.send(.window(.exposed(CGRect(x: 0.5, y: 0, width: 10, height: 5))))
            stage.run(for: 0.1)
            #expect(surface.frames.lastDamage == [PixelRect(x: 0, y: 0, width: 11, height: 5)])
            surface.changeScale(2)
            stage.run(for: 0.1)
            #expect(surface.frames.lastDamage == [PixelRect(x: 0, y: 0, width: 400, height: 400)])
        }
    }

    @Test func `nothing is presented while a window is unmapped or covered, and all of it afterwards`() throws {
        try onOwnLoop {
            let stage = AppStage()
            let (window, surface) = try stage.makeWindow()
            let layer = addLayer(to: window.layer, side: 30)
            layer.backgroundColor = CGColor(gray: 0, alpha: 1)
            stage.run(for: 0.1)
            for isCovering in [true, false] {
                if isCovering { surface.setOccluded(true) } else { window.hide() }
                stage.run()
                let count = surface.frames.count
                let animation = CABasicAnimation(keyPath: "position.x")
                (animation.fromValue, animation.toValue, animation.duration) = (0, 100, 1)
                layer.add(animation, forKey: "move")
                stage.run(for: 0.5)
                #expect(surface.frames.count == count)
                if isCovering { surface.setOccluded(false) } else { window.show() }
                stage.run(for: 0.2)
                #expect(surface.frames.count >= count + 10)
                stage.run(for: 2)
            }
            #expect(window.frameCount == surface.frames.count)
        }
    }

    @Test func `a painter gets the damage and the memory of the surface`() throws {
        final class Painter: FramePainter {
            func paint(_ update: FrameUpdate, into pixels: PixelMemory) {
                for rect in update.damage {
                    for row in rect.y..<rect.y + rect.height {
                        let start = pixels.base + row * pixels.bytesPerRow + rect.x * 4
                        start.initializeMemory(as: UInt8.self, repeating: 255, count: rect.width * 4)
                    }
                }
            }
        }
        try onOwnLoop {
            let stage = AppStage()
            let system = HeadlessWindowSystem(scale: 2) { Painter() }
            stage.application.windowSystem = system
            let window = try Window(
                WindowConfiguration(size: CGSize(width: 8, height: 4)), application: stage.application)
            #expect(system.surfaces[0].frames.makeImage() == nil)
            window.show()
            stage.run(for: 0.1)
            let image = try #require(system.surfaces[0].frames.makeImage())
            #expect((image.width, image.height) == (16, 8))
        }
    }

    @Test func `while a call-out of a tenth of a second holds the loop up, a running animation misses no frame`()
        throws
    {
        final class Painter: FramePainter, @unchecked Sendable {
            // `@unchecked Sendable`: on a virtual clock frames come on the loop's own thread.
            private(set) var times: [Double] = []
            func paint(_ update: FrameUpdate, into pixels: PixelMemory) { times.append(update.frame.time) }
        }
        let (times, busy) = try onOwnLoop { () -> ([Double], ClosedRange<Double>) in
            let stage = AppStage()
            let painter = Painter()
            stage.application.windowSystem = HeadlessWindowSystem { painter }
            let window = try Window(application: stage.application)
            window.show()
            let layer = addLayer(to: window.layer, side: 30)
            layer.backgroundColor = CGColor(gray: 0, alpha: 1)
            let animation = CABasicAnimation(keyPath: "position.x")
            (animation.fromValue, animation.toValue, animation.duration) = (20, 300, 10)
            layer.add(animation, forKey: "move")
            stage.run(for: 0.05)
            var busy = 0.0...0
            CFRunLoopPerformBlock(CFRunLoopGetCurrent(), .defaultMode) {
                let start = stage.now
                // Time goes on, and the loop serves nothing of the window's meanwhile.
                let mode = CFRunLoopMode("busy")
                let timer = CFRunLoopTimerCreateWithHandler(nil, CFAbsoluteTimeGetCurrent() + 1, 1, 0, 0) { _ in }
                CFRunLoopAddTimer(CFRunLoopGetCurrent(), timer, mode)
                _ = CFRunLoopRunInMode(mode, 0.1, false)
                busy = start...stage.now
            }
            stage.run(for: 0.2)
            return (painter.times, busy)
        }
        #expect(abs(busy.upperBound - busy.lowerBound - 0.1) < 1e-9)
        #expect(times.count { busy.contains($0) } >= 6)
        // At its beginning a window may show more than one at the same time.
        let numbers = times.filter { $0 > 0.02 }.map { Int(($0 * 60).rounded()) }
        #expect(numbers.count > 12 && zip(numbers, numbers.dropFirst()).allSatisfy { $1 == $0 + 1 }, "\(numbers)")
    }

    @Test(arguments: [
        (CGRect(x: -5, y: -5, width: 10, height: 10), PixelRect(x: 0, y: 0, width: 5, height: 5)),
        (CGRect(x: 0.2, y: 0.2, width: 0.1, height: 0.1), PixelRect(x: 0, y: 0, width: 1, height: 1)),
        (CGRect(x: -1e300, y: 0, width: 2e300, height: 1e300), PixelRect(x: 0, y: 0, width: 10, height: 10)),
        (CGRect(x: 50, y: 0, width: 5, height: 5), nil),
        (CGRect(x: CGFloat.nan, y: 0, width: 5, height: 5), nil),
        (CGRect.null, nil),
    ]) func `pixels that a rectangle touches lie inside of the surface`(rect: CGRect, expected: PixelRect?) {
        #expect(PixelRect(touchedBy: rect, scale: 1, in: PixelSize(width: 10, height: 10)) == expected)
    }

    @Test func `the handler and the recognizers of a layer go with it`() throws {
        try onOwnLoop {
            weak var recognizer: GestureRecognizer?
            do {
                let layer = CALayer()
                let made = TapGestureRecognizer()
                layer.addGestureRecognizer(made)
                recognizer = made
                #expect(layer.gestureRecognizers.count == 1)
            }
            #expect(recognizer == nil)
        }
    }
}
