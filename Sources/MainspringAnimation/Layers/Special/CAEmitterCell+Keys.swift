internal import Foundation
internal import MainspringFoundation

extension CAEmitterCell {
    /// What kind of value a property has; nil for what cannot be animated.
    static func valueKind(forKey key: String) -> ValueKind? {
        switch key {
        case "birthRate", "lifetime", "lifetimeRange", "emissionLatitude", "emissionLongitude", "emissionRange",
            "velocity", "velocityRange", "xAcceleration", "yAcceleration", "zAcceleration", "scale", "scaleRange",
            "scaleSpeed", "spin", "spinRange", "redRange", "greenRange", "blueRange", "alphaRange", "redSpeed",
            "greenSpeed", "blueSpeed", "alphaSpeed", "contentsScale", "minificationFilterBias":
            .number
        case "color":
            .color
        case "contents":
            .step
        case "contentsRect":
            .rect
        default: nil
        }
    }

    static let keys = KeyTable(CAEmitterCell.self) {
        $0.add("emitterCells", get: { $0.emitterCells }, set: { $0.emitterCells = $1 })
        $0.add("name", get: { $0.name }, set: { $0.name = $1 })
        $0.add("enabled", get: { $0.isEnabled }, set: { $0.isEnabled = $1 })
        $0.add("birthRate", get: { $0.birthRate }, set: { $0.birthRate = $1 })
        $0.add("lifetime", get: { $0.lifetime }, set: { $0.lifetime = $1 })
        $0.add("lifetimeRange", get: { $0.lifetimeRange }, set: { $0.lifetimeRange = $1 })
        $0.add("emissionLatitude", get: { $0.emissionLatitude }, set: { $0.emissionLatitude = $1 })
        $0.add("emissionLongitude", get: { $0.emissionLongitude }, set: { $0.emissionLongitude = $1 })
        $0.add("emissionRange", get: { $0.emissionRange }, set: { $0.emissionRange = $1 })
        $0.add("velocity", get: { $0.velocity }, set: { $0.velocity = $1 })
        $0.add("velocityRange", get: { $0.velocityRange }, set: { $0.velocityRange = $1 })
        $0.add("xAcceleration", get: { $0.xAcceleration }, set: { $0.xAcceleration = $1 })
        $0.add("yAcceleration", get: { $0.yAcceleration }, set: { $0.yAcceleration = $1 })
        $0.add("zAcceleration", get: { $0.zAcceleration }, set: { $0.zAcceleration = $1 })
        $0.add("scale", get: { $0.scale }, set: { $0.scale = $1 })
        $0.add("scaleRange", get: { $0.scaleRange }, set: { $0.scaleRange = $1 })
        $0.add("scaleSpeed", get: { $0.scaleSpeed }, set: { $0.scaleSpeed = $1 })
        $0.add("spin", get: { $0.spin }, set: { $0.spin = $1 })
        $0.add("spinRange", get: { $0.spinRange }, set: { $0.spinRange = $1 })
        $0.add("color", get: { $0.color }, set: { $0.color = $1 })
        $0.add("redRange", get: { $0.redRange }, set: { $0.redRange = $1 })
        $0.add("greenRange", get: { $0.greenRange }, set: { $0.greenRange = $1 })
        $0.add("blueRange", get: { $0.blueRange }, set: { $0.blueRange = $1 })
        $0.add("alphaRange", get: { $0.alphaRange }, set: { $0.alphaRange = $1 })
        $0.add("redSpeed", get: { $0.redSpeed }, set: { $0.redSpeed = $1 })
        $0.add("greenSpeed", get: { $0.greenSpeed }, set: { $0.greenSpeed = $1 })
        $0.add("blueSpeed", get: { $0.blueSpeed }, set: { $0.blueSpeed = $1 })
        $0.add("alphaSpeed", get: { $0.alphaSpeed }, set: { $0.alphaSpeed = $1 })
        $0.add("contents", get: { $0.contents }, set: { $0.contents = $1 })
        $0.add("contentsRect", get: { $0.contentsRect }, set: { $0.contentsRect = $1 })
        $0.add("contentsScale", get: { $0.contentsScale }, set: { $0.contentsScale = $1 })
        $0.add("minificationFilter", get: { $0.minificationFilter }, set: { $0.minificationFilter = $1 })
        $0.add("magnificationFilter", get: { $0.magnificationFilter }, set: { $0.magnificationFilter = $1 })
        $0.add("minificationFilterBias", get: { $0.minificationFilterBias }, set: { $0.minificationFilterBias = $1 })
        $0.add("style", get: { $0.style }, set: { $0.style = $1 })
        $0.add("beginTime", get: { $0.beginTime }, set: { $0.beginTime = $1 })
        $0.add("duration", get: { $0.duration }, set: { $0.duration = $1 })
        $0.add("speed", get: { $0.speed }, set: { $0.speed = $1 })
        $0.add("timeOffset", get: { $0.timeOffset }, set: { $0.timeOffset = $1 })
        $0.add("repeatCount", get: { $0.repeatCount }, set: { $0.repeatCount = $1 })
        $0.add("repeatDuration", get: { $0.repeatDuration }, set: { $0.repeatDuration = $1 })
        $0.add("autoreverses", get: { $0.autoreverses }, set: { $0.autoreverses = $1 })
        $0.add("fillMode", get: { $0.fillMode }, set: { $0.fillMode = $1 })
    }
}
