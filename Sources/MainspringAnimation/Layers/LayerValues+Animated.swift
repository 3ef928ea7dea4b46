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
        case .sublayerTransform: .transform(look.sublayerTransform)
        case .opacity: .number(Double(opacity))
        case .cornerRadius: .number(look.corners.radius)
        case .borderWidth: .number(look.border.width)
        case .shadowOpacity: .number(Double(look.shadow.opacity))
        case .shadowRadius: .number(look.shadow.radius)
        case .shadowOffset: .vector(SIMD4(look.shadow.offset.width, look.shadow.offset.height, 0, 0))
        case .contentsScale: .number(look.contents.scale)
        case .contentsRect: .vector(SIMD4(look.contents.rect))
        case .contentsCenter: .vector(SIMD4(look.contents.center))
        case .minificationFilterBias: .number(Double(look.contents.minificationBias))
        case .rasterizationScale: .number(look.rendering.rasterizationScale)
        case .backgroundColor: .color(backgroundColor)
        case .borderColor: .color(look.border.color)
        case .shadowColor: .color(look.shadow.color)
        case .shadowPath: look.shadow.path.map { .path($0) } ?? .nothing
        case .contents: .step(SteppedValue(value: look.contents.object))
        case .hidden: .step(SteppedValue(value: isHidden))
        case .doubleSided: .step(SteppedValue(value: isDoubleSided))
        case .masksToBounds: .step(SteppedValue(value: masksToBounds))
        case .maskedCorners: .step(SteppedValue(value: look.corners.masked))
        case .shouldRasterize: .step(SteppedValue(value: look.rendering.shouldRasterize))
        case .compositingFilter: .step(SteppedValue(value: look.filters.compositing))
        case .filters: .step(SteppedValue(value: look.filters.own))
        case .backgroundFilters: .step(SteppedValue(value: look.filters.background))
        default: nil
        }
    }

    /// Sets a property to a value of its kind; another one changes nothing.
    mutating func set(_ value: AnimatedValue, of key: LayerKey) {
        switch value {
        case .vector(let vector): set(vector, of: key)
        case .transform(let matrix):
            if key == .transform { geometry.transform = matrix }
            if key == .sublayerTransform { look.sublayerTransform = matrix }
        case .path(let path):
            if key == .shadowPath { look.shadow.path = path }
        case .step(let stepped): set(stepped, of: key)
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
        case .cornerRadius: look.corners.radius = v.x
        case .borderWidth: look.border.width = v.x
        case .shadowOpacity: look.shadow.opacity = Float(v.x)
        case .shadowRadius: look.shadow.radius = v.x
        case .shadowOffset: look.shadow.offset = CGSize(width: v.x, height: v.y)
        case .contentsScale: look.contents.scale = v.x
        case .contentsRect: look.contents.rect = CGRect(v)
        case .contentsCenter: look.contents.center = CGRect(v)
        case .minificationFilterBias: look.contents.minificationBias = Float(v.x)
        case .rasterizationScale: look.rendering.rasterizationScale = v.x
        case .backgroundColor: backgroundColor = .orNone(v)
        case .borderColor: look.border.color = .orNone(v)
        case .shadowColor: look.shadow.color = .orNone(v)
        default: break
        }
    }

    private mutating func set(_ stepped: SteppedValue, of key: LayerKey) {
        let any = stepped.value
        let flag = stepped.flag
        switch key {
        case .contents: look.contents.object = any
        case .hidden: isHidden = flag ?? isHidden
        case .doubleSided: isDoubleSided = flag ?? isDoubleSided
        case .masksToBounds: masksToBounds = flag ?? masksToBounds
        case .maskedCorners:
            look.corners.masked =
                any as? CACornerMask ?? any.flatMap { UInt.fromKeyValue($0) }.map { CACornerMask(rawValue: $0) }
                ?? look.corners.masked
        case .shouldRasterize: look.rendering.shouldRasterize = flag ?? look.rendering.shouldRasterize
        case .compositingFilter: look.filters.compositing = any
        case .filters: look.filters.own = any as? [Any]
        case .backgroundFilters: look.filters.background = any as? [Any]
        // What has no value of its kind: no colour, no path.
        case .backgroundColor: backgroundColor = nil
        case .borderColor: look.border.color = nil
        case .shadowColor: look.shadow.color = nil
        case .shadowPath: look.shadow.path = nil
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
