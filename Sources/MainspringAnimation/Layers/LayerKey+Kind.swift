extension LayerKey {
    /// What kind of value an animation of the property has; nil where Apple's documents do not call it animatable.
    var kind: ValueKind? {
        switch self {
        case .bounds, .contentsRect, .contentsCenter: .rect
        case .position, .anchorPoint: .point
        case .transform, .sublayerTransform: .transform
        case .zPosition, .anchorPointZ, .opacity, .cornerRadius, .borderWidth, .shadowOpacity, .shadowRadius,
            .contentsScale,
            .minificationFilterBias, .rasterizationScale:
            .number
        case .shadowOffset: .size
        case .backgroundColor, .borderColor, .shadowColor: .color
        case .shadowPath: .path
        case .contents, .hidden, .doubleSided, .masksToBounds, .maskedCorners, .shouldRasterize, .mask, .sublayers,
            .compositingFilter, .filters, .backgroundFilters:
            .step
        // Setting the frame sets bounds and position, which have animations of their own.
        case .frame, .superlayer, .geometryFlipped, .opaque, .cornerCurve, .contentsGravity, .contentsFormat,
            .minificationFilter,
            .magnificationFilter, .needsDisplayOnBoundsChange, .drawsAsynchronously, .allowsGroupOpacity,
            .allowsEdgeAntialiasing, .edgeAntialiasingMask, .beginTime, .duration, .speed, .timeOffset, .repeatCount,
            .repeatDuration, .autoreverses, .fillMode, .name, .style, .actions, .autoresizingMask, .constraints,
            .toneMapMode, .preferredDynamicRange,
            .contentsHeadroom, .wantsExtendedDynamicRangeContent, .wantsDynamicContentScaling:
            nil
        }
    }
}
