import Foundation
import MainspringAnimation
import Testing

@Suite struct ManagedLayerTests {
    @Test func `a managed property is zero, empty or nothing before it is set`() {
        let layer = ManagedGaugeLayer()
        #expect(layer.angle == 0)
        #expect(layer.caption == nil)
        #expect(layer.marks == [])
        #expect(layer.reach == 0)
    }

    @Test func `a managed property keeps what it is set to, and is known by its key`() {
        let layer = ManagedGaugeLayer()
        layer.angle = 1
        layer.angle += 2
        layer.caption = "c"
        layer.marks = [1, 2]
        layer.reach = 4
        #expect(layer.angle == 3)
        #expect(layer.caption == "c")
        #expect(layer.marks == [1, 2])
        #expect(layer.value(forKey: "reach") as? Double == 4)
        #expect(ManagedGaugeLayer(layer: layer).angle == 3)
        #expect(ManagedGaugeLayer.defaultValue(forKey: "angle") as? CGFloat == 0)
    }

    @Test func `a managed property may be an object that is not Sendable`() {
        let layer = ManagedNoteLayer()
        #expect(layer.object == nil && layer.anything == nil)
        (layer.object, layer.anything) = (NSMutableString("o"), [1])
        #expect(layer.object == "o" as NSString && layer.anything as? [Int] == [1])
        #expect(ManagedNoteLayer(layer: layer).object === layer.object)
        #expect(layer.value(forKey: "anything") as? [Int] == [1])
        layer.object = nil
        #expect(layer.object == nil)
    }

    @Test func `a managed property without a first value stops the program`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = AnimatableProperty.managed(\ManagedUUIDLayer.identity, key: "identity")
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains("“identity” of ManagedUUIDLayer is declared with @NSManaged, and there is no UUID"))
    }
}

/// As the model compiler writes it.
private final class ManagedNoteLayer: CALayer {
    override class var animatableProperties: [AnimatableProperty] {
        [
            .managed(\ManagedNoteLayer.object, key: "object"),
            .managed(\ManagedNoteLayer.anything, key: "anything"),
        ]
    }

    var object: NSObject? {
        get { self[animatable: \ManagedNoteLayer.object] }
        set { self[animatable: \ManagedNoteLayer.object] = newValue }
    }
    var anything: Any? {
        get { self[animatable: \ManagedNoteLayer.anything] }
        set { self[animatable: \ManagedNoteLayer.anything] = newValue }
    }
}

private final class ManagedUUIDLayer: CALayer {
    var identity: UUID {
        get { UUID() }
        set { _ = newValue }
    }
}
