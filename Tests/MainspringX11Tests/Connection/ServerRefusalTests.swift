import CXCB
import Foundation
import MainspringAnimation
import Testing
import WindowTestSupport

@testable import MainspringApplication
@testable import MainspringX11

/// Gives the numbers that a program takes next to something else, so that what is to bear them is refused.
private func occupyNumbers(_ count: UInt32, _ connection: X11Connection) {
    let last = xcb_generate_id(connection.raw)
    for number in last + 1...last + count {
        xcb_create_gc_aux(connection.raw, number, connection.screen.root, 0, nil)
    }
    finish(connection)
}

/// Waits until the server has done all that the program asked.
private func finish(_ connection: X11Connection) {
    _ = connection.property(connection.screen.root, XCB_ATOM_WM_NAME.rawValue, limit: 4)
}

private func connection(of window: Window) -> X11Connection {
    (window.surface as! X11Surface).lease.connection
}

/// What a process has said of windows, without the name of its display, which differs.
private func sentences(_ result: ExitTest.Result?) -> [String] {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n")
        .filter { $0.hasPrefix("Mainspring: ") }.map { String($0).replacing(#/“:[0-9]+”/#, with: "“:N”") }
}

/// A server that does not make what it is asked for, and windows that no server could show.
@Suite(.enabled(if: TestServer.isInstalled, "\(TestServer.whyNot)")) struct ServerRefusalTests {
    @Test func `a window that the server refuses is an error that says why, and the others go on`() throws {
        try onStage { stage, client in
            let (window, number) = try stage.makeWindow(width: 31, height: 9, isShown: false)
            occupyNumbers(1, connection(of: window))
            let reason = "CreateWindow ends with BadIDChoice (14)"
            #expect(throws: X11Error.windowRefused(display: stage.server.display, reason: reason)) {
                _ = try Window(application: stage.application)
            }
            #expect(stage.application.windows.count == 1 && stage.delegate.failures.isEmpty)
            window.show()
            let picture = TestPainter.picture(width: 31, height: 9)
            #expect(stage.run { client.pixels(number, width: 31, height: 9) == picture })
            #expect(try stage.makeWindow().0.isVisible)
        }
    }

    @Test func `the error of a refused window says what was refused and what to do`() {
        #expect(
            "\(X11Error.windowRefused(display: ":7", reason: "CreateWindow ends with BadAlloc (11)"))"
                == "The X server of display “:7” refuses a window: CreateWindow ends with BadAlloc (11). Close other windows, or make this one smaller."
        )
    }

    @Test func `a picture that the server refuses is said once, with the reason`() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            try onStage { stage, client in
                let (window, number) = try stage.makeWindow()
                let connection = connection(of: window)
                for _ in 0..<3 {
                    // No picture has so many columns and rows.
                    xcb_create_pixmap(
                        connection.raw, connection.screen.depth, xcb_generate_id(connection.raw),
                        connection.screen.root, 40_000, 40_000)
                }
                // Of one whose window has gone nothing is said.
                xcb_create_pixmap(connection.raw, connection.screen.depth, xcb_generate_id(connection.raw), 1, 9, 9)
                finish(connection)
                // Comes behind the errors.
                client.setProperty(
                    number, "_NET_WM_STATE", type: "ATOM", words: [client.atom("_NET_WM_STATE_FULLSCREEN")])
                precondition(stage.run { window.isFullScreen })
            }
        }
        #expect(
            sentences(result) == [
                "Mainspring: The X server of display “:N” refuses a picture: CreatePixmap ends with BadAlloc (11). Close windows, or make them smaller."
            ])
    }

    @Test func `frames whose pictures in shared memory are refused go through the connection, and that is said`()
        async throws
    {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            try onStage { stage, client in
                let (window, number) = try stage.makeWindow(isShown: false)
                let connection = connection(of: window)
                precondition(connection.sharesMemory)
                // Those of both pictures and of what they lie in.
                occupyNumbers(4, connection)
                window.show()
                let picture = TestPainter.picture(width: 200, height: 100)
                precondition(stage.run { client.pixels(number, width: 200, height: 100) == picture })
                precondition(!connection.sharesMemory)
            }
        }
        let sentences = sentences(result)
        #expect(sentences.count == 1)
        #expect(
            sentences.first?.hasPrefix(
                "Mainspring: The X server of display “:N” refuses a picture in shared memory: ShmCreatePixmap ends with "
            ) == true, "\(sentences)")
    }

    @Test func `a window of too many pixels shows nothing, and that is said once`() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            try onStage { stage, _ in
                let (window, _) = try stage.makeWindow(isShown: false)
                // The loop does not run here, and a thread that ends with changes says so.
                CATransaction.flush()
                let frame = LayerHost().frame(at: 0)
                for side in [12_000, 20_000, 32_767] {
                    window.surface.presenter.present(
                        FrameUpdate(
                            frame: frame, size: PixelSize(width: side, height: side), scale: 1,
                            damage: [PixelRect(x: 0, y: 0, width: 1, height: 1)]))
                }
                precondition(stage.painter.count == 0)
            }
        }
        #expect(
            sentences(result) == [
                "Mainspring: A window on display “:N” shows nothing: it has more than 134217728 pixels. Make it smaller."
            ])
    }
}
