import Foundation
import MainspringGraphics
import Testing

@testable import MainspringAnimation

/// What is drawn of layers inside layers, on a small stack.
@Suite(.timeLimit(.minutes(5))) struct DeepRenderingTests {
    private static let depth = 20_000

    private static func lines(_ layer: CALayer) -> [String] {
        let engine = RecordingEngine()
        layer.render(in: CGContext(engine: engine))
        return engine.lines
    }

    @Test func `thousands of layers, each inside the next, are rendered`() throws {
        try onSmallStack {
            let layers = DeepChain.make(Self.depth) {
                $0.frame = DeepChain.side
                $0.masksToBounds = true
            }
            layers.last?.backgroundColor = .black
            let lines = Self.lines(layers[0])
            #expect(lines.count == Self.depth + 1 && lines.count(where: { $0.hasPrefix("fill") }) == 1)
        }
    }

    @Test func `masks of masks are rendered`() throws {
        try onSmallStack {
            let outermost = CALayer()
            outermost.bounds = DeepChain.side
            var last = outermost
            for _ in 0..<Self.depth {
                let mask = CALayer()
                mask.frame = DeepChain.side
                last.mask = mask
                last = mask
            }
            last.backgroundColor = .black
            let lines = Self.lines(outermost)
            #expect(lines.count(where: { $0.hasPrefix("fill") }) == 1)
            #expect(lines.count(where: { $0.hasPrefix("begin") }) == lines.count(where: { $0 == "end" }))
        }
    }

    private static func makeReplicator(_ count: Int) -> CAReplicatorLayer {
        let layer = CAReplicatorLayer()
        layer.frame = DeepChain.side
        layer.instanceCount = count
        layer.instanceTransform = CATransform3DMakeTranslation(1, 0, 0)
        return layer
    }

    @Test func `replicators in replicators show what is in them as often as their counts say together`() {
        let layers = DeepChain.make(3, of: { Self.makeReplicator(3) }, prepare: { _ in })
        let leaf = makeLayer(CGRect(x: 0, y: 0, width: 1, height: 1), in: layers[2])
        leaf.backgroundColor = .black
        let lines = Self.lines(layers[0])
        #expect(lines.count == 27)
        #expect(
            Dictionary(grouping: lines, by: { $0 }).mapValues(\.count) == [
                "fill 0 0 1 1": 1, "fill 1 0 1 1": 3, "fill 2 0 1 1": 6, "fill 3 0 1 1": 7, "fill 4 0 1 1": 6,
                "fill 5 0 1 1": 3, "fill 6 0 1 1": 1,
            ])
    }

    @Test func `only what is shown again counts, and each layer is shown once in any case`() {
        let layers = DeepChain.make(40, of: { Self.makeReplicator(2) }, prepare: { _ in })
        for layer in layers {
            let leaf = makeLayer(DeepChain.side, in: layer)
            leaf.backgroundColor = .black
            leaf.zPosition = 1
        }
        let engine = RecordingEngine()
        var rendering = LayerRendering(context: CGContext(engine: engine), most: 100)
        rendering.render(layers[0])
        #expect((40 + 50...40 + 200).contains(engine.lines.count))
    }

    @Test func `replicators whose counts multiply without end are rendered in part, which is told once`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let layers = DeepChain.make(60, of: { DeepRenderingTests.makeReplicator(2) }, prepare: { _ in })
            let leaf = makeLayer(DeepChain.side, in: layers[59])
            leaf.backgroundColor = .black
            for _ in 0..<2 {
                let engine = RecordingEngine()
                var rendering = LayerRendering(context: CGContext(engine: engine), most: 1000)
                rendering.render(layers[0])
                // Of what is drawn again about every second layer is the leaf.
                precondition((400...1100).contains(engine.lines.count))
            }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.components(separatedBy: "is not rendered as often as its instanceCount says").count == 2)
        #expect(text.contains("1000. Nest fewer of them, or lower their counts."))
    }

    @Test func `thousands of replicators with huge counts are rendered, and end`() throws {
        try onSmallStack {
            let layers = DeepChain.make(Self.depth, of: { Self.makeReplicator(.max) }, prepare: { _ in })
            let leaf = makeLayer(DeepChain.side, in: layers[Self.depth - 1])
            leaf.backgroundColor = .black
            let engine = RecordingEngine()
            var rendering = LayerRendering(context: CGContext(engine: engine), most: 5_000)
            rendering.render(layers[0])
            #expect((2_500...5_100).contains(engine.lines.count))
        }
    }
}
