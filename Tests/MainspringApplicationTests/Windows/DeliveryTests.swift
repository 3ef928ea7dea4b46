import Foundation
import Mainspring
import MainspringAnimation
import SeededRandom
import Testing

@testable import MainspringApplication

@Suite struct DeliveryTests {
    typealias Log = NotingHandler.Log

    /// Sends contents to a window with an outer layer and one inside it, each with a handler. What handlers were told.
    private func told(
        _ contents: [Event.Content], inner: Bool = true, outer: Bool = true,
        then: (@Sendable (CALayer, Event, Window) -> Void)? = nil
    ) throws -> [String] {
        try onOwnLoop {
            let stage = AppStage()
            let (window, surface) = try stage.makeWindow()
            let log = Log()
            let outerLayer = addLayer(to: window.layer, side: 150)
            let innerLayer = addLayer(to: outerLayer)
            let handlers = [NotingHandler("inner", log, takes: inner), NotingHandler("outer", log, takes: outer)]
            handlers[0].then = then
            (innerLayer.eventHandler, outerLayer.eventHandler) = (handlers[0], handlers[1])
            for content in contents { surface.send(content) }
            stage.run()
            return withExtendedLifetime(handlers) { log.lines }
        }
    }

    @Test func `the layer that is hit comes first, then those around it`() throws {
        #expect(try told([move(10, 10)], inner: false) == ["inner moved", "outer moved"])
        #expect(try told([move(10, 10)]) == ["inner moved"])
        #expect(try told([move(120, 120)]) == ["outer moved"])
        #expect(try told([move(190, 190)]) == [])
    }

    @Test func `files that are dragged are taken where somebody handles that they are there`() throws {
        let answers = try onOwnLoop { () -> [Bool?] in
            let stage = AppStage()
            let (window, surface) = try stage.makeWindow()
            let handler = NotingHandler("layer", Log())
            addLayer(to: window.layer, side: 150).eventHandler = handler
            var answers: [Bool?] = []
            for (phase, x) in [(.entered, 10), (.moved, 190), (.moved, 20), (.exited, 190), (.entered, 190)]
                as [(FileDropEvent.Phase, CGFloat)]
            {
                surface.send(.fileDrop(FileDropEvent(phase, urls: [], at: CGPoint(x: x, y: 5))))
                stage.run()
                answers.append(surface.takesFiles)
            }
            return withExtendedLifetime(handler) { answers }
        }
        #expect(answers == [true, false, true, true, false])
    }

    @Test func `who takes a button gets all that follows, wherever it is, up to the last button's end`() throws {
        #expect(
            try told([down(10, 10), drag(190, 190), up(190, 190)]) == ["inner down", "inner dragged", "inner up"])
        #expect(
            try told([
                down(10, 10), down(190, 190, .secondary), up(190, 190), drag(120, 120, .secondary),
                up(120, 120, .secondary), down(120, 120),
            ])
                == ["inner down", "inner down", "inner up", "inner dragged", "inner up", "outer down"])
        #expect(
            try told([down(10, 10), drag(20, 20), up(20, 20)], inner: false)
                == ["inner down", "outer down", "outer dragged", "outer up"])
    }

    @Test func `fingers go each their own way`() throws {
        #expect(
            try told([
                touch(.began, 1, 10, 10), touch(.began, 2, 120, 120), touch(.moved, 1, 130, 130),
                touch(.ended, 2, 10, 10), touch(.cancelled, 1, 0, 0),
            ])
                == [
                    "inner touch began 1", "outer touch began 2", "inner touch moved 1", "outer touch ended 2",
                    "inner touch cancelled 1",
                ])
    }

    @Test func `an up, a drag and an end without a beginning are not told`() throws {
        #expect(try told([up(10, 10), drag(10, 10), touch(.ended, 1, 10, 10), touch(.moved, 1, 10, 10)]) == [])
    }

    @Test func `a second down of a button cancels the first`() throws {
        #expect(
            try told([down(10, 10), down(120, 120), up(120, 120)])
                == ["inner down", "inner cancelled", "outer down", "outer up"])
    }

    @Test func `numbers that are none are not told, but what they end ends`() throws {
        #expect(
            try told([move(.nan, 0), down(.infinity, 0), down(10, 10), drag(.nan, .nan), up(.nan, 3)])
                == ["inner down", "inner up"])
    }

    @Test func `a layer that is removed inside its call gets a cancellation and no more`() throws {
        #expect(
            try told([down(10, 10), drag(20, 20), drag(20, 20, .secondary), up(20, 20), move(10, 10)]) {
                layer, event, _ in
                if event.word == "down" { layer.removeFromSuperlayer() }
            } == ["inner down", "inner cancelled", "outer moved"])
    }

    @Test func `a window that is closed inside a call cancels what goes on, and gets nothing more`() throws {
        #expect(
            try told([down(10, 10), drag(20, 20), up(20, 20), move(1, 1)]) { _, event, window in
                if event.word == "dragged" { window.close() }
            } == ["inner down", "inner dragged", "inner cancelled"])
    }

    @Test func `a run of the loop inside a down brings what follows to the same layer`() throws {
        #expect(
            try told([down(10, 10), drag(120, 120), up(120, 120)]) { _, event, _ in
                if event.word == "down" { _ = CFRunLoopRunInMode(.defaultMode, 0.01, false) }
            } == ["inner down", "inner dragged", "inner up"])
    }

    @Test func `keys go to the focused layer, then outwards, and a tab that nobody takes goes on to the next`() throws {
        let lines = try onOwnLoop { () -> [String] in
            let stage = AppStage()
            let (window, surface) = try stage.makeWindow()
            let log = Log()
            let layers = [addLayer(to: window.layer), addLayer(to: window.layer, x: 100)]
            let handlers = ["a", "b"].map { NotingHandler($0, log, takes: false) }
            for (layer, handler) in zip(layers, handlers) { layer.eventHandler = handler }
            surface.send(.key(KeyEvent(isDown: true, keyCode: 1, characters: "\t")))
            surface.send(.text("x"))
            surface.send(.key(KeyEvent(isDown: true, keyCode: 1, characters: "\t")))
            surface.send(.key(KeyEvent(isDown: true, keyCode: 1, characters: "\t")))
            stage.run()
            layers[0].removeFromSuperlayer()
            surface.send(.text("y"))
            surface.send(.key(KeyEvent(isDown: true, keyCode: 1, characters: "\t", modifiers: .shift)))
            stage.run()
            return withExtendedLifetime(handlers) { log.lines }
        }
        #expect(
            lines == [
                "a focus true", "a text x", "a key \t down", "a focus false", "b focus true", "b key \t down",
                "b focus false", "a focus true", "a focus false", "b focus true",
            ])
    }

    /// What a field is told to which the window's delegate leads keys when E goes down.
    private func toldAfter(
        _ contents: [Event.Content], takesKeys: Bool = true, runsLoop: Bool = false
    ) throws -> [String] {
        try onOwnLoop {
            let stage = AppStage()
            let (window, surface) = try stage.makeWindow()
            let log = Log()
            let field = addLayer(to: window.layer)
            let handler = NotingHandler("field", log, takes: takesKeys)
            field.eventHandler = handler
            let opener = Opener(field, runsLoop: runsLoop)
            window.delegate = opener
            for content in contents { surface.send(content) }
            stage.run()
            return withExtendedLifetime((handler, opener)) { log.lines }
        }
    }

    /// Leads keys to a field when E goes down.
    private final class Opener: WindowDelegate {
        private let field: CALayer
        /// Whether it runs the loop before it returns.
        private let runsLoop: Bool

        init(_ field: CALayer, runsLoop: Bool) { (self.field, self.runsLoop) = (field, runsLoop) }

        func window(_ window: Window, handle event: Event) -> Bool {
            guard case .key(let key) = event.content, key.isDown, key.characters == "e" else { return false }
            window.focusLayer = field
            if runsLoop { _ = CFRunLoopRunInMode(.defaultMode, 0.01, false) }
            return true
        }
    }

    private static func press(_ letter: String, _ code: UInt32, again: Bool = false) -> [Event.Content] {
        [.key(KeyEvent(isDown: true, keyCode: code, characters: letter, isRepeat: again)), .text(letter)]
    }

    private static func release(_ letter: String, _ code: UInt32) -> Event.Content {
        .key(KeyEvent(isDown: false, keyCode: code, characters: letter))
    }

    @Test func `the letter of a key that was handled does not land in the field that it has opened, the next one does`()
        throws
    {
        let keys = Self.press("e", 1) + [Self.release("e", 1)] + Self.press("x", 2) + [Self.release("x", 2)]
        #expect(
            try toldAfter(keys)
                == ["field focus true", "field key e up", "field key x down", "field text x", "field key x up"])
    }

    @Test func `a key that is held writes nothing into the field that it has opened`() throws {
        let held = Self.press("e", 1, again: true)
        let keys = Self.press("e", 1) + held + held + [Self.release("e", 1)] + Self.press("e", 1)
        #expect(
            try toldAfter(keys) == [
                "field focus true", "field key e down", "field key e down", "field key e up", "field key e down",
                "field text e",
            ])
    }

    @Test func `a handler that runs the loop keeps the letter of its key from the field as well`() throws {
        let keys = Self.press("e", 1) + Self.press("x", 2)
        #expect(
            try toldAfter(keys, runsLoop: true) == ["field focus true", "field key x down", "field text x"])
    }

    @Test func `a text that no handled key has written is told to whoever has the keys`() throws {
        // What is pasted comes after the key's own text, and what is composed after the key.
        var contents = Self.press("e", 1) + [.text("pasted"), Self.release("e", 1), .text("composed")]
        // Nobody handles this one.
        contents += Self.press("x", 2)
        // With Control a key writes nothing.
        contents += [.key(KeyEvent(isDown: true, keyCode: 1, characters: "e", modifiers: .control)), .text("other")]
        contents += [.key(KeyEvent(isDown: true, keyCode: 1, characters: "e")), move(190, 190), .text("last")]
        let texts = try toldAfter(contents, takesKeys: false).filter { $0.hasPrefix("field text") }
        #expect(texts == ["pasted", "composed", "x", "other", "last"].map { "field text " + $0 })
    }

    @Test(arguments: Seeds.first(40))
    func `in random courses every beginning that was told ends once`(seed: UInt64) throws {
        let lines = try onOwnLoop { () -> [String] in
            var random = SeededGenerator(seed: seed)
            let stage = AppStage()
            let (window, surface) = try stage.makeWindow()
            let log = Log()
            var handlers: [NotingHandler] = []
            for number in 0..<4 {
                let layer = addLayer(to: window.layer, x: CGFloat(number % 2) * 100, y: CGFloat(number / 2) * 100)
                let handler = NotingHandler("\(number)", log)
                layer.eventHandler = handler
                handlers.append(handler)
            }
            for _ in 0..<200 {
                let x = random.next() % 12 == 0 ? CGFloat.nan : CGFloat(random.next() % 200)
                let y = CGFloat(random.next() % 200)
                let button = PointerButton(number: UInt8(random.next() % 3))
                switch random.next() % 9 {
                case 0, 1: surface.send(down(x, y, button))
                case 2: surface.send(drag(x, y, button))
                case 3, 4: surface.send(up(x, y, button))
                case 5: surface.send(touch(.began, random.next() % 3, x, y))
                case 6: surface.send(touch(.ended, random.next() % 3, x, y))
                case 7: surface.send(touch(.moved, random.next() % 3, x, y))
                default:
                    if random.next() % 10 == 0 { window.layer.sublayers?.first?.removeFromSuperlayer() }
                    stage.run()
                }
            }
            stage.run()
            window.close()
            return withExtendedLifetime(handlers) { log.lines }
        }
        for name in 0..<4 {
            for (begin, ends) in [("down", ["up", "cancelled"])]
                + (0..<3).map({ ("touch began \($0)", ["touch ended \($0)", "touch cancelled \($0)"]) })
            {
                let begun = lines.filter { $0 == "\(name) \(begin)" }.count
                let ended = lines.filter { line in ends.contains { line == "\(name) \($0)" } }.count
                #expect(begun == ended, "seed \(seed), \(name) \(begin)")
            }
        }
    }
}
