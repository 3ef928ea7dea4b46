import CXCB
import Foundation
import Mainspring
import MainspringAnimation
import Testing
import WindowTestSupport

@testable import MainspringApplication
@testable import MainspringX11

/// The places of keys on the server's keyboard, which is an American one.
private enum Key {
    static let a: UInt8 = 38, e: UInt8 = 26, one: UInt8 = 10, shift: UInt8 = 50, control: UInt8 = 37, alt: UInt8 = 64
    static let tab: UInt8 = 23, enter: UInt8 = 36, back: UInt8 = 22, left: UInt8 = 113, f1: UInt8 = 67, lock: UInt8 = 66
    /// One that is given other symbols.
    static let spare: UInt8 = 94
}

@Suite(.enabled(if: TestServer.isInstalled, "\(TestServer.whyNot)")) struct KeyThreadTests {
    /// A window that has the keyboard, and what comes of keys.
    private func told(_ count: Int, _ body: @escaping @Sendable (TestClient) -> Void) throws -> [Event] {
        try onStage { stage, client in
            let (window, number) = try stage.makeWindow()
            client.focus(number)
            stage.run { window.isKey }
            body(client)
            stage.run { stage.delegate.events.count >= count }
            return stage.delegate.events
        }
    }

    private func words(_ count: Int, _ body: @escaping @Sendable (TestClient) -> Void) throws -> [String] {
        try told(count, body).map(\.word)
    }

    @Test func `a key goes down with its text and comes up without`() throws {
        let events = try told(3) { $0.type(Key.a) }
        #expect(events.map(\.word) == ["key a down", "text a", "key a up"])
        guard case .key(let key) = events[0].content else { return }
        #expect(key.keyCode == UInt32(Key.a) && key.modifiers == [] && !key.isRepeat)
        #expect(events.map(\.time) == events.map(\.time).sorted())
        #expect(events.allSatisfy { $0.time <= CACurrentMediaTime() && $0.time > CACurrentMediaTime() - 60 })
    }

    @Test func `shift writes other characters, also in what is written without modifiers`() throws {
        let events = try told(8) { client in
            client.press(key: Key.shift)
            client.type(Key.a, Key.one)
            client.release(key: Key.shift)
        }
        #expect(
            events.map(\.word) == [
                "key  down", "key A down", "text A", "key A up", "key ! down", "text !", "key ! up", "key  up",
            ])
        guard case .key(let key) = events[1].content else { return }
        #expect(key.modifiers == .shift && key.charactersIgnoringModifiers == "A")
    }

    @Test func `a key with control or alt is no text, and tells what it would write without`() throws {
        for (modifier, option, characters) in [
            (Key.control, EventModifiers.control, "\u{1}"), (Key.alt, EventModifiers.option, "a"),
        ] {
            let events = try told(4) { client in
                client.press(key: modifier)
                client.type(Key.a)
                client.release(key: modifier)
            }
            let keys = events.compactMap { event -> KeyEvent? in
                guard case .key(let key) = event.content else { return nil }
                return key
            }
            #expect(keys.count == 4 && events.count == 4)
            #expect(keys[1].modifiers == option && keys[1].characters == characters)
            #expect(keys[1].charactersIgnoringModifiers == "a")
        }
    }

    @Test func `keys that write no text have characters as on Apple's platforms`() throws {
        let words = try words(10) { $0.type(Key.enter, Key.back, Key.left, Key.f1, Key.tab) }
        #expect(
            words == [
                "key \r down", "key \r up", "key \u{7F} down", "key \u{7F} up", "key \u{F702} down",
                "key \u{F702} up", "key \u{F704} down", "key \u{F704} up", "key \t down", "key \t up",
            ])
    }

    @Test func `shift and tab is a tab with shift`() throws {
        let events = try told(4) { client in
            client.press(key: Key.shift)
            client.type(Key.tab)
            client.release(key: Key.shift)
        }
        guard case .key(let key) = events[1].content else { return }
        #expect(key.charactersIgnoringModifiers == "\t" && key.modifiers == .shift)
    }

    @Test func `a dead key and a letter are one text`() throws {
        let words = try words(8) { client in
            client.map(key: Key.spare, to: [UInt32(XKB_KEY_dead_acute), UInt32(XKB_KEY_Multi_key)])
            client.type(Key.spare, Key.e, Key.a)
        }
        #expect(words.filter { $0.hasPrefix("text") } == ["text é", "text a"])
        #expect(words.filter { $0.hasSuffix("down") }.count == 3)
    }

    @Test func `Compose and two letters are one text`() throws {
        let words = try words(10) { client in
            client.map(key: Key.spare, to: [UInt32(XKB_KEY_Multi_key), UInt32(XKB_KEY_Multi_key)])
            client.type(Key.spare, Key.a, Key.e, Key.a)
        }
        #expect(words.filter { $0.hasPrefix("text") } == ["text æ", "text a"])
    }

    @Test(
        arguments: [
            ([TestClient.latin, TestClient.cyrillic], 1, "ф я 1 й Ф", "a z 1 q A"),
            ([TestClient.french, TestClient.cyrillic], 1, nil, "q w 1 a Q"),
            ([TestClient.cyrillic, TestClient.french], 0, nil, "q w 1 a Q"),
            ([TestClient.greek], 0, "α ζ 1 ; Α", "a z 1 q A"),
            ([TestClient.cyrillic], 0, "ф я 1 й Ф", "a z 1 q A"),
            ([TestClient.french], 0, "q w 1 a Q", "q w 1 a Q"),
            ([TestClient.french, TestClient.latin], 0, "q w 1 a Q", "q w 1 a Q"),
        ] as [([String], UInt8, String?, String)])
    func `shortcuts call a key by its Latin letter, whatever the user writes`(
        layouts: [String], chosen: UInt8, plain: String?, shortcuts: String
    ) throws {
        let keys = try told(12) { client in
            client.write(layouts: layouts, chosen: chosen)
            client.press(key: Key.control)
            client.type(Key.a, 52, Key.one, 24)
            client.press(key: Key.shift)
            client.type(Key.a)
        }.compactMap { event -> KeyEvent? in
            guard case .key(let key) = event.content, key.isDown,
                ![Key.shift, Key.control].contains(UInt8(key.keyCode))
            else { return nil }
            return key
        }
        #expect(keys.map(\.shortcutCharacters).joined(separator: " ") == shortcuts)
        if let plain { #expect(keys.map(\.charactersIgnoringModifiers).joined(separator: " ") == plain) }
    }

    @Test func `a key that is held comes down again and again, and up once`() throws {
        try onStage { stage, client in
            let (window, number) = try stage.makeWindow()
            client.focus(number)
            stage.run { window.isKey }
            client.press(key: Key.a)
            #expect(stage.run { stage.words.filter { $0 == "key a down again" }.count >= 2 })
            client.release(key: Key.a)
            #expect(stage.comes("key a up"))
            #expect(stage.words.filter { $0 == "key a up" }.count == 1)
            #expect(stage.words.filter { $0 == "key a down" }.count == 1)
            #expect(stage.words.filter { $0 == "text a" }.count >= 3)
        }
    }

    @Test func `what was begun of several keys is over when the keyboard goes elsewhere`() throws {
        try onStage { stage, client in
            let (window, number) = try stage.makeWindow()
            client.map(key: Key.spare, to: [UInt32(XKB_KEY_dead_acute), UInt32(XKB_KEY_dead_acute)])
            client.focus(number)
            stage.run { window.isKey }
            client.type(Key.spare)
            client.focus(client.root)
            #expect(stage.run { !window.isKey })
            client.focus(number)
            #expect(stage.run { window.isKey })
            client.type(Key.e)
            #expect(stage.comes("text e"))
        }
    }

    @Test func `without the keyboard's extension there are no keys, and all else is there`() throws {
        try onStage(choice: X11Extensions.Choice(readsKeyboard: false)) { stage, client in
            let (window, number) = try stage.makeWindow()
            client.focus(number)
            #expect(stage.run { window.isKey })
            client.type(Key.a)
            client.move(5, 5)
            client.click(button: 1)
            #expect(stage.comes("up 5,5 b0 n1"))
            #expect(!stage.words.contains { $0.hasPrefix("key") })
        }
    }
}
