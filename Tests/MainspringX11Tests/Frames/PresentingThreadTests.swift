import CXCB
import Foundation
import Locks
import Mainspring
import MainspringAnimation
import MainspringGraphics
import Testing
import WindowTestSupport

@testable import MainspringApplication
@testable import MainspringX11

/// The ways of pixels to a window.
enum Way: CaseIterable {
    case pictures, sharedMemory, sending

    var choice: X11Extensions.Choice {
        switch self {
        case .pictures: X11Extensions.Choice()
        case .sharedMemory: X11Extensions.Choice(presents: false)
        case .sending: X11Extensions.Choice(sharesMemory: false)
        }
    }
}

@Suite(.enabled(if: TestServer.isInstalled, "\(TestServer.whyNot)")) struct PresentingThreadTests {
    @Test(arguments: Way.allCases, [(1, 1), (7, 3), (201, 99), (640, 480)])
    func `a window shows what was painted, whatever its size`(way: Way, size: (Int, Int)) throws {
        try onStage(choice: way.choice) { stage, client in
            let (_, number) = try stage.makeWindow(width: CGFloat(size.0), height: CGFloat(size.1))
            let picture = TestPainter.picture(width: size.0, height: size.1)
            #expect(stage.run { client.pixels(number, width: size.0, height: size.1) == picture })
        }
    }

    @Test(arguments: Way.allCases) func `only what has changed is painted, and all of it is shown`(way: Way) throws {
        try onStage(choice: way.choice) { stage, client in
            let (window, number) = try stage.makeWindow(width: 201, height: 99)
            let layer = CALayer()
            layer.frame = CGRect(x: 11, y: 12, width: 31, height: 17)
            window.layer.addSublayer(layer)
            var expected = TestPainter.picture(width: 201, height: 99)
            stage.run { client.pixels(number, width: 201, height: 99) == expected }
            var seen = 0
            var isPartial = false
            // Each of both pictures has its turn, and keeps what was painted into the other.
            for generation in UInt32(1)...9 {
                let count = stage.painter.count
                stage.painter.setGeneration(generation)
                CATransaction.setDisableActions(true)
                layer.position = CGPoint(x: 20 + CGFloat(generation) * 13, y: 20.5)
                layer.backgroundColor = CGColor(gray: CGFloat(generation) / 10, alpha: 1)
                stage.run { stage.painter.count > count }
                let isShown = stage.run {
                    let paintings = stage.painter.state.withLock { $0.paintings }
                    for painting in paintings[seen...] {
                        seen += 1
                        if painting.area < 201 * 99 { isPartial = true }
                        painting.draw(into: &expected, width: 201)
                    }
                    return client.pixels(number, width: 201, height: 99) == expected
                }
                #expect(isShown, "generation \(generation)")
                // A display may show the whole picture, and not what has changed alone.
                if let given = (window.surface.presenter as! X11Presenter).givenPicture {
                    let isWhole = given == expected
                    #expect(isWhole, "generation \(generation)")
                } else {
                    #expect(way != .pictures)
                }
            }
            #expect(isPartial)
        }
    }

    @Test(arguments: Way.allCases) func `a window that changes its size shows all of it again`(way: Way) throws {
        try onStage(choice: way.choice) { stage, client in
            let (window, number) = try stage.makeWindow()
            for (width, height) in [(301, 55), (33, 200), (500, 401), (2, 2)] {
                window.resize(to: CGSize(width: width, height: height))
                let picture = TestPainter.picture(width: width, height: height)
                #expect(
                    stage.run {
                        window.size == CGSize(width: width, height: height)
                            && client.pixels(number, width: width, height: height) == picture
                    })
            }
        }
    }

    @Test(arguments: Way.allCases) func `frames go on while the main thread is busy`(way: Way) throws {
        try onStage(choice: way.choice) { stage, _ in
            let (window, _) = try stage.makeWindow()
            animate(window)
            stage.run { stage.painter.count > 2 }
            var gone = 0
            // Nothing is read, handled or committed here meanwhile.
            CFRunLoopPerformBlock(CFRunLoopGetCurrent(), .defaultMode) {
                let begin = stage.painter.count
                stage.painter.wait(for: begin + 30)
                gone = stage.painter.count - begin
            }
            stage.run { gone > 0 }
            #expect(gone >= 30)
        }
    }

    /// The host's numbers do not depend on how fast the machine is: a frame that it did not make in time has none.
    @Test(arguments: Way.allCases)
    func `each frame that is made while the main thread is busy in a call-out is painted, one after another`(way: Way)
        throws
    {
        try onStage(choice: way.choice) { stage, _ in
            let (window, _) = try stage.makeWindow()
            window.layer.backgroundColor = CGColor(gray: 0, alpha: 1)
            // Each frame shows another opacity than the one before.
            let animation = CABasicAnimation(keyPath: "opacity")
            (animation.fromValue, animation.toValue, animation.duration) = (0, 1, 3600)
            window.layer.add(animation, forKey: "opacity")
            let begin = stage.painter.count
            stage.run { stage.painter.count > begin + 2 }
            var serials: [UInt64] = []
            CFRunLoopPerformBlock(CFRunLoopGetCurrent(), .defaultMode) {
                let begin = stage.painter.count
                stage.painter.wait(for: begin + 30)
                serials = stage.painter.state.withLock { state in state.paintings[(begin - 1)...].map(\.serial) }
            }
            stage.run { !serials.isEmpty }
            #expect(serials.count > 30)
            #expect(zip(serials, serials.dropFirst()).allSatisfy { $1 == $0 + 1 }, "\(serials)")
        }
    }

    @Test func `frames come at the display's rate, however fast they are painted`() throws {
        try onStage { stage, _ in
            let (window, _) = try stage.makeWindow()
            let presenter = window.surface.presenter as! X11Presenter
            _ = presenter
            animate(window)
            stage.run { stage.painter.count > 2 }
            let (begin, start) = (stage.painter.count, CFAbsoluteTimeGetCurrent())
            stage.run { stage.painter.count >= begin + 30 }
            // The server's display shows 60 a second; a slow machine shows fewer.
            #expect(CFAbsoluteTimeGetCurrent() - start > 0.4)
        }
    }

    @Test func `nothing is painted while a window is unmapped, and all of it afterwards`() throws {
        try onStage { stage, client in
            let (window, number) = try stage.makeWindow()
            animate(window)
            stage.run { stage.painter.count > 2 }
            window.hide()
            #expect(stage.run { !window.isVisible })
            expectStill(stage)
            stage.painter.setGeneration(3)
            window.show()
            #expect(stage.run { window.isVisible })
            #expect(stage.run { client.pixels(number, width: 200, height: 100)?.last == TestPainter.color(199, 99, 3) })
        }
    }

    @Test func `nothing is painted while a window is covered wholly, but while a part of it is seen`() throws {
        try onStage { stage, client in
            let (window, _) = try stage.makeWindow()
            animate(window)
            let cover = xcb_generate_id(client.raw)
            xcb_create_window(client.raw, 0, cover, client.root, 0, 0, 200, 99, 0, 1, 0, 0, nil)
            xcb_map_window(client.raw, cover)
            client.finish()
            let count = stage.painter.count
            #expect(stage.run { stage.painter.count > count + 3 })
            #expect(window.isVisible)
            var values = xcb_configure_window_value_list_t()
            (values.width, values.height) = (300, 300)
            xcb_configure_window_aux(client.raw, cover, 12, &values)
            client.finish()
            #expect(stage.run { !window.isVisible })
            expectStill(stage)
            xcb_destroy_window(client.raw, cover)
            client.finish()
            let before = stage.painter.count
            #expect(stage.run { window.isVisible && stage.painter.count > before })
        }
    }

    /// A frame that has begun may still come; after it none.
    private func expectStill(_ stage: X11Stage) {
        let host = LayerHost()
        host.layer = CALayer()
        let counted = FrameCounter()
        host.onFrame = { _ in counted.add() }
        func turns(_ count: Int) {
            let goal = counted.count + count
            stage.run {
                host.isVisible = false
                host.isVisible = true
                return counted.count >= goal
            }
        }
        turns(3)
        let count = stage.painter.count
        turns(12)
        #expect(stage.painter.count == count)
    }

    @Test func `what another program has painted over is painted again`() throws {
        try onStage { stage, client in
            let (_, number) = try stage.makeWindow()
            let picture = TestPainter.picture(width: 200, height: 100)
            stage.run { client.pixels(number, width: 200, height: 100) == picture }
            xcb_clear_area(client.raw, 1, number, 10, 10, 50, 30)
            let cover = xcb_generate_id(client.raw)
            xcb_create_window(client.raw, 0, cover, client.root, 50, 40, 30, 30, 0, 1, 0, 0, nil)
            xcb_map_window(client.raw, cover)
            client.finish()
            xcb_destroy_window(client.raw, cover)
            client.finish()
            #expect(stage.run { client.pixels(number, width: 200, height: 100) == picture })
        }
    }

    @Test func `a server that refuses shared memory in the middle gets the pixels otherwise`() throws {
        try onStage { stage, client in
            let (window, number) = try stage.makeWindow()
            (window.surface as! X11Surface).lease.connection.stopSharingMemory()
            stage.painter.setGeneration(5)
            window.resize(to: CGSize(width: 77, height: 31))
            let picture = TestPainter.picture(width: 77, height: 31, 5)
            #expect(stage.run { client.pixels(number, width: 77, height: 31) == picture })
        }
    }

    @Test func `a screen of 16 bits whose server has pictures of more shows them`() throws {
        try onStage(depth: 16) { stage, client in
            let (_, number) = try stage.makeWindow(width: 31, height: 9)
            let picture = TestPainter.picture(width: 31, height: 9)
            #expect(stage.run { client.pixels(number, width: 31, height: 9) == picture })
        }
    }

    @Test func `pixels that one request cannot take are sent in strips`() throws {
        // Four MiB are the least that the server can be set to.
        let arguments = ["-screen", "0", "1200x1000x24", "-maxbigreqsize", "1"]
        try onStage(choice: Way.sending.choice, arguments: arguments) { stage, client in
            let (window, number) = try stage.makeWindow(width: 1199, height: 999)
            #expect((window.surface as! X11Surface).lease.connection.longestData < 1199 * 999 * 4)
            let picture = TestPainter.picture(width: 1199, height: 999)
            #expect(stage.run { client.pixels(number, width: 1199, height: 999) == picture })
        }
    }

    @Test(arguments: ["MIT-SHM", "Present", "XFIXES", "RANDR", "BIG-REQUESTS", "SYNC", "COMPOSITE", "RENDER"])
    func `a server that lacks an extension shows windows all the same`(name: String) throws {
        try onStage(arguments: ["-extension", name]) { stage, client in
            let (window, number) = try stage.makeWindow(width: 301, height: 299)
            let picture = TestPainter.picture(width: 301, height: 299)
            #expect(stage.run { client.pixels(number, width: 301, height: 299) == picture })
            window.cursor = .iBeam
            client.move(20, 10)
            client.click(button: 1)
            #expect(stage.comes("up 20,10 b0 n1"))
            animate(window)
            let count = stage.painter.count
            #expect(stage.run { stage.painter.count > count + 5 })
        }
    }

    @Test func `several windows show their own`() throws {
        try onStage { stage, client in
            let windows = try (0..<3).map { try stage.makeWindow(width: 50 + CGFloat($0), height: 40) }
            for (index, window) in windows.enumerated() {
                window.0.show()
                var values = xcb_configure_window_value_list_t()
                (values.x, values.y) = (Int32(index * 100), 0)
                xcb_configure_window_aux(client.raw, window.1, 3, &values)
            }
            client.finish()
            for (index, window) in windows.enumerated() {
                let picture = TestPainter.picture(width: 50 + index, height: 40)
                #expect(stage.run { client.pixels(window.1, width: 50 + index, height: 40) == picture })
            }
            windows[1].0.close()
            #expect(stage.run { client.others().count == 2 })
        }
    }
}
