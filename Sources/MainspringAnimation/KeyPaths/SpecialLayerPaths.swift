/// The key paths of the layer classes that show something of their own; see ``LayerPaths``.
protocol ShapeLayerPaths { static func addShapePaths(to paths: inout TypedPaths) }
protocol GradientLayerPaths { static func addGradientPaths(to paths: inout TypedPaths) }
protocol TextLayerPaths { static func addTextPaths(to paths: inout TypedPaths) }
protocol ReplicatorLayerPaths { static func addReplicatorPaths(to paths: inout TypedPaths) }
protocol EmitterLayerPaths { static func addEmitterPaths(to paths: inout TypedPaths) }

extension CAShapeLayer: ShapeLayerPaths {}
extension CAGradientLayer: GradientLayerPaths {}
extension CATextLayer: TextLayerPaths {}
extension CAReplicatorLayer: ReplicatorLayerPaths {}
extension CAEmitterLayer: EmitterLayerPaths {}

extension TypedPaths {
    /// Adds what a class has beside the properties of every layer.
    mutating func addSpecialPaths(of type: CALayer.Type) {
        (type as? any ShapeLayerPaths.Type)?.addShapePaths(to: &self)
        (type as? any GradientLayerPaths.Type)?.addGradientPaths(to: &self)
        (type as? any TextLayerPaths.Type)?.addTextPaths(to: &self)
        (type as? any ReplicatorLayerPaths.Type)?.addReplicatorPaths(to: &self)
        (type as? any EmitterLayerPaths.Type)?.addEmitterPaths(to: &self)
    }
}

extension ShapeLayerPaths where Self: CAShapeLayer {
    static func addShapePaths(to paths: inout TypedPaths) {
        paths.add(\Self.path, "path")
        paths.add(\Self.fillColor, "fillColor")
        paths.add(\Self.strokeColor, "strokeColor")
        paths.add(\Self.strokeStart, "strokeStart")
        paths.add(\Self.strokeEnd, "strokeEnd")
        paths.add(\Self.lineWidth, "lineWidth")
        paths.add(\Self.miterLimit, "miterLimit")
        paths.add(\Self.lineDashPhase, "lineDashPhase")
        paths.add(\Self.lineDashPattern, "lineDashPattern")
    }
}

extension GradientLayerPaths where Self: CAGradientLayer {
    static func addGradientPaths(to paths: inout TypedPaths) {
        paths.add(\Self.colors, "colors")
        paths.add(\Self.locations, "locations")
        paths.add(\Self.startPoint, "startPoint")
        paths.add(\Self.endPoint, "endPoint")
    }
}

extension TextLayerPaths where Self: CATextLayer {
    static func addTextPaths(to paths: inout TypedPaths) {
        paths.add(\Self.fontSize, "fontSize")
        paths.add(\Self.foregroundColor, "foregroundColor")
    }
}

extension ReplicatorLayerPaths where Self: CAReplicatorLayer {
    static func addReplicatorPaths(to paths: inout TypedPaths) {
        paths.add(\Self.instanceCount, "instanceCount")
        paths.add(\Self.instanceDelay, "instanceDelay")
        paths.add(\Self.instanceTransform, "instanceTransform")
        paths.add(\Self.instanceColor, "instanceColor")
        paths.add(\Self.instanceRedOffset, "instanceRedOffset")
        paths.add(\Self.instanceGreenOffset, "instanceGreenOffset")
        paths.add(\Self.instanceBlueOffset, "instanceBlueOffset")
        paths.add(\Self.instanceAlphaOffset, "instanceAlphaOffset")
    }
}

extension EmitterLayerPaths where Self: CAEmitterLayer {
    static func addEmitterPaths(to paths: inout TypedPaths) {
        paths.add(\Self.birthRate, "birthRate")
        paths.add(\Self.lifetime, "lifetime")
        paths.add(\Self.emitterPosition, "emitterPosition")
        paths.add(\Self.emitterZPosition, "emitterZPosition")
        paths.add(\Self.emitterSize, "emitterSize")
        paths.add(\Self.emitterDepth, "emitterDepth")
        paths.add(\Self.velocity, "velocity")
        paths.add(\Self.scale, "scale")
        paths.add(\Self.spin, "spin")
    }
}
