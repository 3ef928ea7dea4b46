/// What knows the key paths of the animatable properties that every layer has.
///
/// Key paths are equal only where they begin at the same class. In an extension of a protocol `Self` is the class that
/// is asked, so each subclass gets key paths of its own; in the class itself Swift has no way to write them. A class
/// that adds properties has a protocol like this one, and a line in ``TypedPaths/addSpecialPaths(of:)``.
protocol LayerPaths {
    static func addLayerPaths(to paths: inout TypedPaths)
}

extension CALayer: LayerPaths {}

extension LayerPaths where Self: CALayer {
    static func addLayerPaths(to paths: inout TypedPaths) {
        func add<Value>(_ key: LayerKey, _ path: ReferenceWritableKeyPath<Self, Value>) {
            paths.add(path, key.rawValue)
        }
        add(.bounds, \.bounds)
        add(.position, \.position)
        add(.zPosition, \.zPosition)
        add(.anchorPoint, \.anchorPoint)
        add(.anchorPointZ, \.anchorPointZ)
        add(.transform, \.transform)
        add(.sublayerTransform, \.sublayerTransform)
        add(.doubleSided, \.isDoubleSided)
        add(.hidden, \.isHidden)
        add(.opacity, \.opacity)
        add(.masksToBounds, \.masksToBounds)
        add(.backgroundColor, \.backgroundColor)
        add(.cornerRadius, \.cornerRadius)
        add(.maskedCorners, \.maskedCorners)
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
        add(.contentsScale, \.contentsScale)
        add(.minificationFilterBias, \.minificationFilterBias)
        add(.shouldRasterize, \.shouldRasterize)
        add(.rasterizationScale, \.rasterizationScale)
        add(.compositingFilter, \.compositingFilter)
        add(.filters, \.filters)
        add(.backgroundFilters, \.backgroundFilters)
    }
}
