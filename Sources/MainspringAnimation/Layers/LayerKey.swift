internal import Foundation
internal import MainspringFoundation

/// The properties that every layer has, by the names that key paths and actions have for them.
enum LayerKey: String, CaseIterable, Sendable {
    case bounds, position, zPosition, anchorPoint, anchorPointZ, transform, frame, sublayerTransform, geometryFlipped
    case doubleSided, superlayer, sublayers, mask, hidden, opacity, masksToBounds, backgroundColor, cornerRadius
    case maskedCorners, cornerCurve, borderWidth, borderColor, shadowColor, shadowOpacity, shadowOffset, shadowRadius
    case shadowPath, contents, contentsRect, contentsCenter, contentsGravity, contentsScale, contentsFormat
    case minificationFilter, magnificationFilter, minificationFilterBias, opaque, needsDisplayOnBoundsChange
    case drawsAsynchronously, allowsGroupOpacity, allowsEdgeAntialiasing, edgeAntialiasingMask, shouldRasterize
    case rasterizationScale, compositingFilter, filters, backgroundFilters, beginTime, duration, speed, timeOffset
    case repeatCount, repeatDuration, autoreverses, fillMode, name, style, actions
    case autoresizingMask, constraints, toneMapMode, preferredDynamicRange, contentsHeadroom
    case wantsExtendedDynamicRangeContent, wantsDynamicContentScaling

    static let table = KeyTable(CALayer.self) { keys in
        func add<Value>(_ key: LayerKey, _ path: any ReferenceWritableKeyPath<CALayer, Value> & Sendable) {
            keys.add(key.rawValue, path)
        }
        add(.bounds, \.bounds)
        add(.position, \.position)
        add(.zPosition, \.zPosition)
        add(.anchorPoint, \.anchorPoint)
        add(.anchorPointZ, \.anchorPointZ)
        add(.transform, \.transform)
        add(.frame, \.frame)
        add(.sublayerTransform, \.sublayerTransform)
        add(.geometryFlipped, \.isGeometryFlipped)
        add(.doubleSided, \.isDoubleSided)
        add(.sublayers, \.sublayers)
        add(.mask, \.mask)
        add(.hidden, \.isHidden)
        add(.opacity, \.opacity)
        add(.masksToBounds, \.masksToBounds)
        add(.backgroundColor, \.backgroundColor)
        add(.cornerRadius, \.cornerRadius)
        add(.maskedCorners, \.maskedCorners)
        add(.cornerCurve, \.cornerCurve)
        add(.borderWidth, \.borderWidth)
        add(.borderColor, \.borderColor)
        add(.shadowColor, \.shadowColor)
        add(.shadowOpacity, \.shadowOpacity)
        add(.shadowOffset, \.shadowOffset)
        add(.shadowRadius, \.shadowRadius)
        add(.shadowPath, \.shadowPath)
        add(.contents, \.contents)
        add(.contentsRect, \.contentsRect)
        add(.contentsCenter, \.contentsCenter)
        add(.contentsGravity, \.contentsGravity)
        add(.contentsScale, \.contentsScale)
        add(.contentsFormat, \.contentsFormat)
        add(.minificationFilter, \.minificationFilter)
        add(.magnificationFilter, \.magnificationFilter)
        add(.minificationFilterBias, \.minificationFilterBias)
        add(.opaque, \.isOpaque)
        add(.needsDisplayOnBoundsChange, \.needsDisplayOnBoundsChange)
        add(.drawsAsynchronously, \.drawsAsynchronously)
        add(.allowsGroupOpacity, \.allowsGroupOpacity)
        add(.allowsEdgeAntialiasing, \.allowsEdgeAntialiasing)
        add(.edgeAntialiasingMask, \.edgeAntialiasingMask)
        add(.shouldRasterize, \.shouldRasterize)
        add(.rasterizationScale, \.rasterizationScale)
        add(.compositingFilter, \.compositingFilter)
        add(.filters, \.filters)
        add(.backgroundFilters, \.backgroundFilters)
        add(.beginTime, \.beginTime)
        add(.duration, \.duration)
        add(.speed, \.speed)
        add(.timeOffset, \.timeOffset)
        add(.repeatCount, \.repeatCount)
        add(.repeatDuration, \.repeatDuration)
        add(.autoreverses, \.autoreverses)
        add(.fillMode, \.fillMode)
        add(.name, \.name)
        add(.style, \.style)
        add(.actions, \.actions)
        add(.autoresizingMask, \.autoresizingMask)
        add(.constraints, \.constraints)
        add(.toneMapMode, \.toneMapMode)
        add(.preferredDynamicRange, \.preferredDynamicRange)
        add(.contentsHeadroom, \.contentsHeadroom)
        add(.wantsExtendedDynamicRangeContent, \.wantsExtendedDynamicRangeContent)
        add(.wantsDynamicContentScaling, \.wantsDynamicContentScaling)
        keys.add(LayerKey.superlayer.rawValue, get: { $0.superlayer })
        // No values of the layer, so that no change of them has an action.
        keys.add("delegate", get: { $0.delegate }, set: { $0.delegate = $1 })
        keys.add("layoutManager", get: { $0.layoutManager }, set: { $0.layoutManager = $1 })
        keys.add("visibleRect", get: { $0.visibleRect })
    }
}
