internal import Foundation
internal import MainspringFoundation
internal import MainspringGraphics

/// A layer's values in the form in which they are blended.
extension LayerValues {
    /// The value of a property; nil where it cannot be animated, or has no value of its kind.
    func animatedValue(of key: LayerKey) -> AnimatedValue? {
        switch key {
        case .bounds: .vector(SIMD4(geometry.bounds))
        case .position: .vector(SIMD4(geometry.position.x, geometry.position.y, 0, 0))
        case .anchorPoint: .vector(SIMD4(geometry.anchorPoint.x, geometry.anchorPoint.y, 0, 0))
        case .zPosition: .number(geometry.zPosition)
        case .anchorPointZ: .number(geometry.anchorPointZ)
        case .transform: .transform(geometry.transform)
        case .sublayerTransform: .transform(sublayerTransform)
        case .opacity: .number(Double(opacity))
        case .cornerRadius: .number(corners.radius)
        case .borderWidth: .number(border.width)
        case .shadowOpacity: .number(Double(shadow.opacity))
        case .shadowRadius: .number(shadow.radius)
        case .shadowOffset: .vector(SIMD4(shadow.offset.width, shadow.offset.height, 0, 0))
        case .contentsScale: .number(contents.scale)
        case .contentsRect: .vector(SIMD4(contents.rect))
        case .contentsCenter: .vector(SIMD4(contents.center))
        case .minificationFilterBias: .number(Double(contents.minificationBias))
        case .rasterizationScale: .number(rendering.rasterizationScale)
        case .backgroundColor: .color(backgroundColor)
        case .borderColor: .color(border.color)
        case .shadowColor: .color(shadow.color)
        case .shadowPath: shadow.path.map { .path($0) } ?? .nothing
        case .contents: .step(SteppedValue(value: contents.object))
        case .hidden: .step(SteppedValue(value: isHidden))
        case .doubleSided: .step(SteppedValue(value: isDoubleSided))
        case .masksToBounds: .step(SteppedValue(value: masksToBounds))
        case .geometryFlipped: .step(SteppedValue(value: isGeometryFlipped))
        case .maskedCorners: .step(SteppedValue(value: corners.masked))
        case .shouldRasterize: .step(SteppedValue(value: rendering.shouldRasterize))
        case .opaque: .step(SteppedValue(value: rendering.isOpaque))
        case .compositingFilter: .step(SteppedValue(value: filters.compositing))
        case .filters: .step(SteppedValue(value: filters.own))
        case .backgroundFilters: .step(SteppedValue(value: filters.background))
        default: nil
        }
    }

    /// Sets a property to a value of its kind; another one changes nothing.
    mutating func set(_ value: AnimatedValue, of key: LayerKey) {
        switch value {
        case .vector(let vector): set(vector, of: key)
        case .transform(let matrix):
            if key == .transform { geometry.transform = matrix }
            if key == .sublayerTransform { sublayerTransform = matrix }
        case .path(let path):
            if key == .shadowPath { shadow.path = path }
        case .step(let stepped): set(stepped.value, of: key)
        case .vectors: break
        }
    }

    private mutating func set(_ v: SIMD4<Double>, of key: LayerKey) {
        switch key {
        case .bounds: geometry.bounds = CGRect(v)
        case .position: geometry.position = CGPoint(x: v.x, y: v.y)
        case .anchorPoint: geometry.anchorPoint = CGPoint(x: v.x, y: v.y)
        case .zPosition: geometry.zPosition = v.x
        case .anchorPointZ: geometry.anchorPointZ = v.x
        case .opacity: opacity = Float(v.x)
        case .cornerRadius: corners.radius = v.x
        case .borderWidth: border.width = v.x
        case .shadowOpacity: shadow.opacity = Float(v.x)
        case .shadowRadius: shadow.radius = v.x
        case .shadowOffset: shadow.offset = CGSize(width: v.x, height: v.y)
        case .contentsScale: contents.scale = v.x
        case .contentsRect: contents.rect = CGRect(v)
        case .contentsCenter: contents.center = CGRect(v)
        case .minificationFilterBias: contents.minificationBias = Float(v.x)
        case .rasterizationScale: rendering.rasterizationScale = v.x
        case .backgroundColor: backgroundColor = .orNone(v)
        case .borderColor: border.color = .orNone(v)
        case .shadowColor: shadow.color = .orNone(v)
        default: break
        }
    }

    private mutating func set(_ any: Any?, of key: LayerKey) {
        let flag = any.flatMap { Bool.fromKeyValue($0) }
        switch key {
        case .contents: contents.object = any
        case .hidden: isHidden = flag ?? isHidden
        case .doubleSided: isDoubleSided = flag ?? isDoubleSided
        case .masksToBounds: masksToBounds = flag ?? masksToBounds
        case .geometryFlipped: isGeometryFlipped = flag ?? isGeometryFlipped
        case .maskedCorners:
            corners.masked =
                any as? CACornerMask ?? any.flatMap { UInt.fromKeyValue($0) }.map { CACornerMask(rawValue: $0) }
                ?? corners.masked
        case .shouldRasterize: rendering.shouldRasterize = flag ?? rendering.shouldRasterize
        case .opaque: rendering.isOpaque = flag ?? rendering.isOpaque
        case .compositingFilter: filters.compositing = any
        case .filters: filters.own = any as? [Any]
        case .backgroundFilters: filters.background = any as? [Any]
        // What has no value of its kind: no colour, no path.
        case .backgroundColor: backgroundColor = nil
        case .borderColor: border.color = nil
        case .shadowColor: shadow.color = nil
        case .shadowPath: shadow.path = nil
        default: break
        }
    }
}

extension CGColor? {
    /// What is wholly clear is no colour, as no colour is animated as a clear one.
    fileprivate static func orNone(_ v: SIMD4<Double>) -> CGColor? { v == .zero ? nil : CGColor(premultipliedSRGB: v) }
}

extension AnimatedValue {
    static func number(_ value: Double) -> AnimatedValue { .vector(SIMD4(value, 0, 0, 0)) }

    /// No value, where there could be one.
    static let nothing = AnimatedValue.step(SteppedValue(value: nil))

    /// Without a colour: clear, so that a colour comes and goes softly.
    static func color(_ color: CGColor?) -> AnimatedValue { .vector(color?.premultipliedSRGB ?? .zero) }
}
