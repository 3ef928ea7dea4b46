import CXCB
import Foundation
import Mainspring
import Testing
import WindowTestSupport

@testable import MainspringApplication
@testable import MainspringX11

@Suite(.enabled(if: TestServer.isInstalled, "\(TestServer.whyNot)")) struct ClipboardThreadTests {
    @Test func `nobody's clipboard is none`() throws {
        try onStage { stage, _ in #expect(stage.system!.clipboardText == nil) }
    }

    @Test func `a text goes from one program to another, and back`() throws {
        try onStage { stage, _ in
            let other = try X11WindowSystem(display: stage.server.display) { TestPainter() }
            stage.system!.clipboardText = "Grüße, 東京 🌍"
            // The other's question may come to the server first.
            #expect(stage.run { other.clipboardText == "Grüße, 東京 🌍" })
            #expect(stage.system!.clipboardText == "Grüße, 東京 🌍")
            other.clipboardText = ""
            #expect(stage.run { stage.system!.clipboardText == "" })
            other.clipboardText = nil
            #expect(stage.run { stage.system!.clipboardText == nil })
        }
    }

    @Test func `a long text goes as a whole`() throws {
        try onStage { stage, _ in
            let other = try X11WindowSystem(display: stage.server.display) { TestPainter() }
            let text = String(repeating: "0123456789abcdef", count: 1 << 16)
            stage.system!.clipboardText = text
            #expect(stage.run { other.clipboardText == text })
        }
    }

    @Test func `an owner that does not answer has none, after a second`() throws {
        try onStage { stage, client in
            client.own("CLIPBOARD")
            let start = CFAbsoluteTimeGetCurrent()
            #expect(stage.system!.clipboardText == nil)
            #expect(CFAbsoluteTimeGetCurrent() - start >= 0.9)
        }
    }

    @Test func `a server that goes while its clipboard is asked has none, and the windows hear of it`() throws {
        try onStage { stage, client in
            _ = try stage.makeWindow()
            client.own("CLIPBOARD")
            let ending = ServerEnding(stage.server, client)
            #expect(stage.system!.clipboardText == nil)
            ending.wait()
            #expect(stage.run { stage.delegate.failures.count == 1 })
        }
    }

    @Test func `a text that was set again while another program's was given up stays`() throws {
        try onStage { stage, client in
            stage.system!.clipboardText = "first"
            stage.run { client.owner("CLIPBOARD") != 0 }
            client.own("CLIPBOARD")
            stage.system!.clipboardText = "second"
            stage.run { client.owner("CLIPBOARD") != client.window }
            #expect(client.convert("CLIPBOARD", to: "UTF8_STRING", stage)?.bytes == Array("second".utf8))
        }
    }

    @Test func `an owner that has no text has none, at once`() throws {
        try onStage { stage, client in
            client.own("CLIPBOARD")
            let server = ClipboardOwner(client) { _ in [] }
            defer { server.end() }
            #expect(stage.system!.clipboardText == nil)
        }
    }

    @Test(arguments: [1, 5, 100_000]) func `a text in pieces is put together`(size: Int) throws {
        try onStage { stage, client in
            client.own("CLIPBOARD")
            let text = Array("A text in pieces.".utf8)
            let server = ClipboardOwner(client) { _ in
                stride(from: 0, to: text.count, by: size).map { Array(text[$0..<min($0 + size, text.count)]) }
            }
            defer { server.end() }
            #expect(stage.system!.clipboardText == "A text in pieces.")
        }
    }

    @Test func `a text in pieces beyond the limit is none`() throws {
        try onStage { stage, client in
            client.own("CLIPBOARD")
            let piece = [UInt8](repeating: 65, count: 4 << 20)
            let server = ClipboardOwner(client) { _ in Array(repeating: piece, count: 5) }
            defer { server.end() }
            #expect(stage.system!.clipboardText == nil)
        }
    }

    @Test func `bytes that are no text are repaired`() throws {
        try onStage { stage, client in
            client.own("CLIPBOARD")
            let server = ClipboardOwner(client) { _ in [[65, 0xFF, 66]] }
            defer { server.end() }
            #expect(stage.system!.clipboardText == "A\u{FFFD}B")
        }
    }

    @Test func `what the text can be had as is told, and another kind is refused`() throws {
        try onStage { stage, client in
            stage.system!.clipboardText = "Grüße 東"
            stage.run { client.owner("CLIPBOARD") != 0 }
            let texts = ["UTF8_STRING", "text/plain;charset=utf-8", "text/plain", "TEXT"]
            #expect(
                Set(client.convert("CLIPBOARD", to: "TARGETS", stage)?.words ?? [])
                    == Set((texts + ["TARGETS", "TIMESTAMP", "MULTIPLE", "STRING"]).map(client.atom)))
            for kind in texts {
                #expect(client.convert("CLIPBOARD", to: kind, stage)?.bytes == Array("Grüße 東".utf8), "\(kind)")
            }
            #expect(
                client.convert("CLIPBOARD", to: "STRING", stage)?.bytes
                    == [0x47, 0x72, 0xFC, 0xDF, 0x65, 0x20, 0x3F])
            #expect(client.convert("CLIPBOARD", to: "image/png", stage) == nil)
            stage.system!.clipboardText = nil
            stage.run { client.owner("CLIPBOARD") == 0 }
            #expect(client.convert("CLIPBOARD", to: "UTF8_STRING", stage) == nil)
        }
    }

    @Test func `since when the text is there is told, in the server's time`() throws {
        try onStage { stage, client in
            var stamps: [UInt32] = []
            for text in ["first", "second"] {
                stamps.append(client.serverTime(stage))
                stage.system!.clipboardText = text
                stage.run { client.convert("CLIPBOARD", to: "UTF8_STRING", stage)?.bytes == Array(text.utf8) }
                stamps += client.convert("CLIPBOARD", to: "TIMESTAMP", stage)?.words ?? []
            }
            stamps.append(client.serverTime(stage))
            #expect(stamps.count == 5 && stamps == stamps.sorted() && stamps[0] > 0)
        }
    }

    @Test func `several kinds can be had at once, and of those that are not there is told so`() throws {
        try onStage { stage, client in
            stage.system!.clipboardText = "é"
            stage.run { client.owner("CLIPBOARD") != 0 }
            let asked = [
                ("UTF8_STRING", "A"), ("image/png", "B"), ("STRING", "C"), ("MULTIPLE", "D"), ("TARGETS", "E"),
            ].flatMap { [client.atom($0), client.atom($1)] }
            var answered = asked
            (answered[3], answered[7]) = (0, 0)
            client.setProperty(client.window, "TEST_ANSWER", type: "ATOM_PAIR", words: asked)
            #expect(client.convert("CLIPBOARD", to: "MULTIPLE", stage)?.words == answered)
            #expect(client.property(client.window, "A") == Array("é".utf8))
            #expect(client.property(client.window, "C") == [0xE9])
            #expect(client.words(client.window, "E").count == 8)
            // A list that is cut, with an atom that is none, and no list.
            client.setProperty(client.window, "TEST_ANSWER", type: "ATOM_PAIR", words: [.max, .max, asked[0]])
            #expect(client.convert("CLIPBOARD", to: "MULTIPLE", stage)?.words == [.max, 0])
            client.setProperty(client.window, "TEST_ANSWER", type: "ATOM_PAIR", words: [])
            #expect(client.convert("CLIPBOARD", to: "MULTIPLE", stage)?.words == [])
            #expect(client.convert("CLIPBOARD", to: "TARGETS", stage)?.words.count == 8)
        }
    }
}
