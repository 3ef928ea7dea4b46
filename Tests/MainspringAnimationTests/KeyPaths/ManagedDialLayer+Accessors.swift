// What the model compiler makes of ManagedDialLayer.swift; Tests/ModelCompilerTests hold that it does.

import Foundation
#if hasFeature(InternalImportsByDefault)
    public import MainspringAnimation
#else
    import MainspringAnimation
#endif

nonisolated extension ManagedDialLayer {
    @_silgen_name("$s24MainspringAnimationTests16ManagedDialLayerC5angle10Foundation7CGFloatVvg")
    final func __managed_get_MainspringAnimationTests_ManagedDialLayer_angle() -> CGFloat {
        self[animatable: \ManagedDialLayer.angle]
    }
    @_silgen_name("$s24MainspringAnimationTests16ManagedDialLayerC5angle10Foundation7CGFloatVvs")
    final func __managed_set_MainspringAnimationTests_ManagedDialLayer_angle(_ value: __owned CGFloat) {
        self[animatable: \ManagedDialLayer.angle] = value
    }
    @_silgen_name("$s24MainspringAnimationTests16ManagedDialLayerC7captionSSSgvg")
    final func __managed_get_MainspringAnimationTests_ManagedDialLayer_caption() -> String? {
        self[animatable: \ManagedDialLayer.caption]
    }
    @_silgen_name("$s24MainspringAnimationTests16ManagedDialLayerC7captionSSSgvs")
    final func __managed_set_MainspringAnimationTests_ManagedDialLayer_caption(_ value: __owned String?) {
        self[animatable: \ManagedDialLayer.caption] = value
    }
    @_silgen_name("$s24MainspringAnimationTests16ManagedDialLayerC5marksSay10Foundation7CGFloatVGvg")
    final func __managed_get_MainspringAnimationTests_ManagedDialLayer_marks() -> [CGFloat] {
        self[animatable: \ManagedDialLayer.marks]
    }
    @_silgen_name("$s24MainspringAnimationTests16ManagedDialLayerC5marksSay10Foundation7CGFloatVGvs")
    final func __managed_set_MainspringAnimationTests_ManagedDialLayer_marks(_ value: __owned [CGFloat]) {
        self[animatable: \ManagedDialLayer.marks] = value
    }
}

nonisolated extension ManagedGaugeLayer {
    @_silgen_name("$s24MainspringAnimationTests17ManagedGaugeLayerC5reachSdvg")
    final func __managed_get_MainspringAnimationTests_ManagedGaugeLayer_reach() -> Double {
        self[animatable: \ManagedGaugeLayer.reach]
    }
    @_silgen_name("$s24MainspringAnimationTests17ManagedGaugeLayerC5reachSdvs")
    final func __managed_set_MainspringAnimationTests_ManagedGaugeLayer_reach(_ value: __owned Double) {
        self[animatable: \ManagedGaugeLayer.reach] = value
    }
}

/// The layer classes of this module that have properties of their own, with those.
@usableFromInline nonisolated enum __ManagedLayers: ManagedLayerTable {
    @usableFromInline static var classes: [ManagedLayerClass] {
        var classes: [ManagedLayerClass] = []
        var properties: [AnimatableProperty] = []
        properties.append(.managed(\ManagedDialLayer.angle, key: "angle"))
        properties.append(.managed(\ManagedDialLayer.caption, key: "caption"))
        properties.append(.managed(\ManagedDialLayer.marks, key: "marks"))
        classes.append(ManagedLayerClass(ManagedDialLayer.self, properties))
        properties = []
        properties.append(.managed(\ManagedGaugeLayer.reach, key: "reach"))
        classes.append(ManagedLayerClass(ManagedGaugeLayer.self, properties))
        properties = []
        return classes
    }
}
