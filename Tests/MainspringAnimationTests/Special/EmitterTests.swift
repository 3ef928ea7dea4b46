import Foundation
import MainspringFoundation
import MainspringGraphics
import Testing

@testable import MainspringAnimation

@Suite struct EmitterTests {
    private func makeCell(_ name: String?, birthRate: Float = 0) -> CAEmitterCell {
        let cell = CAEmitterCell()
        cell.name = name
        cell.birthRate = birthRate
        return cell
    }

    private func makeLayer() -> CAEmitterLayer {
        let layer = CAEmitterLayer()
        layer.emitterCells = [makeCell("smoke", birthRate: 1), makeCell(nil), makeCell("spark", birthRate: 2)]
        return layer
    }

    static let defaults: [String: (any Sendable)?] = [
        "name": nil, "enabled": true, "birthRate": 0, "lifetime": 0, "lifetimeRange": 0, "emissionLatitude": 0,
        "emissionLongitude": 0, "emissionRange": 0, "velocity": 0, "velocityRange": 0, "xAcceleration": 0,
        "yAcceleration": 0, "zAcceleration": 0, "scale": 1, "scaleRange": 0, "scaleSpeed": 0, "spin": 0,
        "spinRange": 0, "color": CGColor.white, "redRange": 0, "greenRange": 0, "blueRange": 0, "alphaRange": 0,
        "redSpeed": 0, "greenSpeed": 0, "blueSpeed": 0, "alphaSpeed": 0, "contents": nil,
        "contentsRect": CGRect(x: 0, y: 0, width: 1, height: 1), "contentsScale": 1, "minificationFilter": "linear",
        "magnificationFilter": "linear", "minificationFilterBias": 0, "style": nil, "emitterCells": nil,
        "beginTime": 0, "duration": Double.infinity, "speed": 1, "timeOffset": 0, "repeatCount": 0,
        "repeatDuration": 0, "autoreverses": false, "fillMode": "removed",
    ]

    @Test func `a cell has Apple's defaults, and the class knows them`() {
        let cell = CAEmitterCell()
        #expect(Set(CAEmitterCell.keyTable.keys) == Set(Self.defaults.keys))
        for (key, value) in Self.defaults {
            #expect(isSame(cell.value(forKey: key), value), "\(key)")
            #expect(isSame(CAEmitterCell.defaultValue(forKey: key), value), "\(key)")
            #expect(!cell.shouldArchiveValue(forKey: key), "\(key)")
        }
        #expect(CAEmitterCell.defaultValue(forKey: "padding") == nil)
    }

    @Test func `each number of a cell can be set by its key, and is copied`() {
        let cell = CAEmitterCell()
        let numbers = Self.defaults.compactMap { key, value in
            value.flatMap { $0 is Bool ? nil : Double.fromKeyValue($0) } == nil ? nil : key
        }
        #expect(numbers.count == 32)
        for (index, key) in numbers.enumerated() {
            cell.setValue(index + 2, forKey: key)
        }
        let copy = cell.copied()
        for (index, key) in numbers.enumerated() {
            #expect(isSame(copy.value(forKey: key), index + 2), "\(key)")
            #expect(cell.shouldArchiveValue(forKey: key), "\(key)")
        }
    }

    @Test func `a path finds a cell by its name`() {
        let layer = makeLayer()
        #expect(layer.value(forKeyPath: "emitterCells.spark.birthRate") as? Float == 2)
        #expect(layer.value(forKeyPath: "emitterCells.spark") as? CAEmitterCell === layer.emitterCells?[2])
        layer.setValue(9, forKeyPath: "emitterCells.spark.birthRate")
        #expect(layer.emitterCells?.map(\.birthRate) == [1, 0, 9])
        layer.setValue(3, forKeyPath: "emitterCells.smoke.contentsRect.size.width")
        #expect(layer.emitterCells?[0].contentsRect.width == 3)
        let loose: any KeyValueCoding = layer
        loose.setValue(5, forKeyPath: "emitterCells.smoke.birthRate")
        #expect(loose.value(forKeyPath: "emitterCells.smoke.birthRate") as? Float == 5)
    }

    @Test func `a path goes on to the cells of a cell`() {
        let layer = makeLayer()
        layer.emitterCells?[2].emitterCells = [makeCell("glow")]
        layer.setValue(4, forKeyPath: "emitterCells.spark.emitterCells.glow.lifetime")
        #expect(layer.value(forKeyPath: "emitterCells.spark.emitterCells.glow.lifetime") as? Float == 4)
    }

    @Test func `without a cell of that name a path is asked of all cells`() {
        let layer = makeLayer()
        #expect(layer.value(forKeyPath: "emitterCells.birthRate") as? [Float] == [1, 0, 2])
        #expect(layer.value(forKeyPath: "emitterCells.@count") as? Int == 3)
        layer.setValue(6, forKeyPath: "emitterCells.birthRate")
        #expect(layer.emitterCells?.map(\.birthRate) == [6, 6, 6])
        layer.setValue(nil, forKeyPath: "emitterCells.spark")
        #expect(layer.emitterCells?.count == 3)
        #expect(layer.value(forKeyPath: "velocity") as? Float == 1)
        #expect(CAEmitterLayer().value(forKeyPath: "emitterCells.spark.birthRate") == nil)
    }

    @Test(arguments: ["emitterCells.", "emitterCells..birthRate", ".", "emitterCells.spark."])
    func `a malformed path leads nowhere and changes nothing`(path: String) {
        let layer = makeLayer()
        #expect(layer.value(forKeyPath: path) == nil)
        layer.setValue(5, forKeyPath: path)
        #expect(layer.emitterCells?.map(\.birthRate) == [1, 0, 2])
    }

    @Test func `a layer's copy has cells of its own`() {
        let layer = makeLayer()
        let copy = CAEmitterLayer(layer: layer)
        #expect(copy.emitterCells?.map(\.name) == ["smoke", nil, "spark"])
        copy.setValue(9, forKeyPath: "emitterCells.spark.birthRate")
        #expect(layer.emitterCells?[2].birthRate == 2)
    }

    @Test func `a property of a cell is animated by its path, in presentations and frames`() throws {
        try onStage { stage in
            let layer = CAEmitterLayer()
            layer.emitterCells = [makeCell("spark", birthRate: 10), makeCell("smoke", birthRate: 20)]
            stage.root.addSublayer(layer)
            let animation = CABasicAnimation(keyPath: "emitterCells.spark.birthRate")
            animation.toValue = 110
            animation.duration = 1
            layer.add(animation, forKey: nil)
            let color = CABasicAnimation(keyPath: "emitterCells.smoke.color")
            color.fromValue = CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1)
            color.toValue = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
            color.duration = 1
            layer.add(color, forKey: nil)
            CATransaction.flush()
            stage.run(to: 0.5)
            let shown = try #require(layer.presentation()?.emitterCells)
            #expect(shown.map(\.birthRate) == [60, 20])
            #expect(shown[1].color?.components?.first == 0.5)
            let frame = try #require(
                stage.host.frame(at: 0.25)[layer]?.value(forKey: "emitterCells") as? [CAEmitterCell])
            #expect(frame.map(\.birthRate) == [35, 20])
            #expect(layer.emitterCells?.map(\.birthRate) == [10, 20])
            stage.run(to: 1.5)
            #expect(layer.presentation()?.emitterCells?.map(\.birthRate) == [10, 20])
        }
    }

    @Test func `a cell cannot be inside itself`() {
        let outer = makeCell("outer")
        let inner = makeCell("inner")
        outer.emitterCells = [inner]
        inner.emitterCells = [makeCell("other"), outer]
        #expect(inner.emitterCells == nil)
        outer.emitterCells = [outer]
        #expect(outer.emitterCells == [inner])
    }

    @Test func `cells that are used again and again are copied once`() {
        var cell = makeCell("0")
        for index in 1..<60 {
            let next = makeCell("\(index)")
            next.emitterCells = [cell, cell]
            cell = next
        }
        let copy = cell.copied()
        #expect(copy.name == "59" && copy.emitterCells?[0] === copy.emitterCells?[1])
        #expect(copy.emitterCells?[0] !== cell.emitterCells?[0])
    }

    @Test func `any key of a cell can be set, and one that was not comes from its style`() {
        let cell = CAEmitterCell()
        cell.style = ["padding": 5]
        #expect(cell.value(forKey: "padding") as? Int == 5)
        cell.setValue(6, forKey: "padding")
        #expect(cell.value(forKey: "padding") as? Int == 6 && cell.copied().value(forKey: "padding") as? Int == 6)
        cell.setValue(nil, forKey: "scale")
        #expect(cell.scale == 1)
        cell.setValue("large", forKey: "scale")
        #expect(cell.scale == 1)
    }

    @Test func `what a cell's style does not say comes from the style in it`() {
        let cell = CAEmitterCell()
        let inner: [AnyHashable: Any] = ["padding": 6, "margin": 7, "style": ["gap": 8]]
        cell.style = ["padding": 5, "style": inner]
        #expect(cell.value(forKey: "padding") as? Int == 5)
        #expect(cell.value(forKey: "margin") as? Int == 7)
        #expect(cell.value(forKey: "gap") as? Int == 8)
        #expect(cell.value(forKey: "width") == nil)
    }
}
