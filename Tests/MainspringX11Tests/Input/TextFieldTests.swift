import Foundation
import Mainspring
import MainspringAnimation
import MainspringRendering
import MainspringWindows
import Testing
import WindowTestSupport

@testable import MainspringApplication
@testable import MainspringX11

/// The places of keys on the server's keyboard, which is an American one.
private enum Key {
    static let a: UInt8 = 38, b: UInt8 = 56, c: UInt8 = 54, v: UInt8 = 55, z: UInt8 = 52
    static let shift: UInt8 = 50, control: UInt8 = 37, back: UInt8 = 22, left: UInt8 = 113, home: UInt8 = 110
}

@Suite(.enabled(if: TestServer.isInstalled, "\(TestServer.whyNot)")) struct TextFieldTests {
    /// Each step's keys with one that is held, and what the field has afterwards, with its selection.
    private static let steps: [(held: UInt8?, keys: [UInt8], text: String, selection: Range<Int>)] = [
        (nil, [Key.a, Key.b], "ab", 2..<2),
        (Key.shift, [Key.c], "abC", 3..<3),
        (nil, [Key.left, Key.back], "aC", 1..<1),
        (Key.shift, [Key.home], "aC", 0..<1),
        (Key.control, [Key.c], "aC", 0..<1),
        (Key.control, [Key.a, Key.v], "a", 1..<1),
        (Key.control, [Key.v], "aa", 2..<2),
        (Key.control, [Key.z], "a", 1..<1),
        (Key.control, [Key.z], "aC", 0..<2),
    ]

    @Test func `a field in a window takes what is typed, and the server's clipboard`() throws {
        try type { _ in }
    }

    @Test(arguments: [TestClient.cyrillic, TestClient.greek])
    func `the keys of the clipboard and of undo are where they are, whatever the user writes`(layout: String) throws {
        @Sendable func typed(_ latin: String) -> String {
            let places = Array(TestClient.latin)
            return String(
                latin.map { letter in
                    let own = places.firstIndex(of: Character(letter.lowercased())).map { Array(layout)[$0] } ?? letter
                    return letter.isUppercase ? Character(own.uppercased()) : own
                })
        }
        try type(typed) { $0.write(layouts: [layout], chosen: 0) }
    }

    /// Does the steps, on a keyboard that writes otherwise.
    private func type(
        _ typed: @escaping @Sendable (String) -> String = { $0 }, _ prepare: @escaping @Sendable (TestClient) -> Void
    ) throws {
        try onStage { stage, client in
            let (window, number) = try stage.makeWindow()
            let field = TextField()
            field.frame = CGRect(x: 10, y: 10, width: 150, height: 40)
            window.layer.addSublayer(field)
            window.focusLayer = field
            prepare(client)
            client.focus(number)
            stage.run { window.isKey }
            for (held, keys, text, selection) in Self.steps {
                if let held { client.press(key: held) }
                for key in keys { client.type(key) }
                if let held { client.release(key: held) }
                let text = typed(text)
                let isSo = stage.run(atMost: 10) { field.text == text && field.selectedRange == selection }
                #expect(isSo, "\(field.text) \(field.selectedRange), not \(text) \(selection)")
            }
            #expect(stage.application.windowSystem?.clipboardText == typed("a"))
        }
    }
}
