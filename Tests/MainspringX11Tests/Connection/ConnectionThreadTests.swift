import CXCB
import Foundation
import Mainspring
import Testing
import WindowTestSupport

@testable import MainspringApplication
@testable import MainspringX11

@Suite(.enabled(if: TestServer.isInstalled, "\(TestServer.whyNot)")) struct ConnectionThreadTests {
    @Test(arguments: [":7654", "no display", "nowhere.invalid:0", ":0.x"])
    func `a server that is not there is an error that names it`(display: String) throws {
        let sentence = try onOwnLoop {
            do {
                _ = try X11WindowSystem(display: display) { TestPainter() }
                return ""
            } catch { return "\(error)" }
        }
        #expect(sentence.contains("“\(display)” cannot be had") && sentence.hasSuffix("."), "\(sentence)")
    }

    @Test func `a screen of a server that is not there is an error`() throws {
        let sentence = try onOwnLoop {
            let server = try TestServer()
            do {
                _ = try X11WindowSystem(display: server.display + ".9") { TestPainter() }
                return ""
            } catch { return "\(error)" }
        }
        #expect(sentence.contains("no screen of that number"))
    }

    @Test func `a screen of other pixels is an error that says which`() throws {
        let sentence = try onOwnLoop {
            let server = try TestServer(depth: 8, arguments: ["-extension", "COMPOSITE"])
            do {
                _ = try X11WindowSystem(display: server.display) { TestPainter() }
                return ""
            } catch { return "\(error)" }
        }
        #expect(sentence.contains("has 8 bits a pixel"), "\(sentence)")
    }

    @Test func `no name at all is an error that says what to set`() {
        #expect("\(X11Error.noDisplay)".contains("Set DISPLAY"))
        #expect(throws: X11Error.noDisplay) { try onOwnLoop { _ = try X11WindowSystem(display: "") { TestPainter() } } }
    }

    @Test(arguments: [true, false])
    func `when the server ends, the windows close and the delegate hears why once`(sharesMemory: Bool) throws {
        try onStage(choice: X11Extensions.Choice(sharesMemory: sharesMemory)) { stage, _ in
            let (window, _) = try stage.makeWindow()
            let (second, _) = try stage.makeWindow()
            let surface = window.surface
            // The second one covers the first.
            animate(second)
            let count = stage.painter.count
            stage.run { stage.painter.count > count + 3 }
            stage.server.end()
            #expect(stage.run { !stage.delegate.failures.isEmpty })
            #expect(window.isClosed && second.isClosed && stage.application.windowSystem == nil)
            #expect(stage.delegate.failures.count == 1)
            let sentence = stage.delegate.failures[0]
            #expect(sentence.contains("“\(stage.server.display)” is gone"), "\(sentence)")
            // What is asked of it now does nothing.
            surface.setTitle("x")
            surface.setSize(CGSize(width: 5, height: 5))
            surface.setIcon(nil)
            surface.setCursor(.wait)
            surface.setCursor(.hidden)
            surface.setFullScreen(true)
            surface.setMinimumSize(CGSize(width: 5, height: 5))
            surface.show()
            surface.hide()
            surface.close()
            #expect(stage.system!.clipboardText == nil)
            stage.system!.clipboardText = "x"
            #expect(stage.system!.clipboardText == "x")
            let again = stage.application
            again.windowSystem = stage.system
            #expect(throws: X11Error.self) { _ = try Window(application: again) }
            #expect(stage.delegate.failures.count == 1)
        }
    }

    @Test func `a connection ends with its system and the last of its windows`() throws {
        try onStage { stage, client in
            var window: Window? = try stage.makeWindow().0
            stage.dropSystem()
            stage.application.windowSystem = nil
            #expect(client.others().count == 1)
            window!.close()
            window = nil
            #expect(
                stage.run {
                    client.finish()
                    return client.others().isEmpty
                })
            #expect(stage.delegate.failures.isEmpty)
        }
    }
}
