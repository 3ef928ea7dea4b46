public import Foundation

extension CGContext {
    /// Sets what areas are filled with.
    public func setFillColor(_ color: CGColor) {
        state.fillColor = color
        if let space = color.colorSpace { state.fillSpace = space }
    }

    /// Sets what lines are drawn with.
    public func setStrokeColor(_ color: CGColor) {
        state.strokeColor = color
        if let space = color.colorSpace { state.strokeSpace = space }
    }

    /// Sets what areas are filled with, by components of the space of the fill colour and, after them, alpha.
    public func setFillColor(_ components: UnsafePointer<CGFloat>) {
        setFillColor(CGColor(space: state.fillSpace, values: ColorValues(components, in: state.fillSpace)))
    }

    /// Sets what lines are drawn with, by components of the space of the stroke colour and, after them, alpha.
    public func setStrokeColor(_ components: UnsafePointer<CGFloat>) {
        setStrokeColor(CGColor(space: state.strokeSpace, values: ColorValues(components, in: state.strokeSpace)))
    }

    /// Sets the space of the fill colour, which becomes its opaque black.
    public func setFillColorSpace(_ space: CGColorSpace) {
        setFillColor(CGColor(space: space, values: ColorValues(0, 0, 0, 1)))
    }

    /// Sets the space of the stroke colour, which becomes its opaque black.
    public func setStrokeColorSpace(_ space: CGColorSpace) {
        setStrokeColor(CGColor(space: space, values: ColorValues(0, 0, 0, 1)))
    }

    /// Sets what areas are filled with, in the screen's red, green and blue.
    public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        setFillColor(Self.deviceColor(red, green, blue, alpha))
    }

    /// Sets what lines are drawn with, in the screen's red, green and blue.
    public func setStrokeColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        setStrokeColor(Self.deviceColor(red, green, blue, alpha))
    }

    /// Sets what areas are filled with, in the screen's grey.
    public func setFillColor(gray: CGFloat, alpha: CGFloat) {
        setFillColor(Self.deviceGray(gray, alpha))
    }

    /// Sets what lines are drawn with, in the screen's grey.
    public func setStrokeColor(gray: CGFloat, alpha: CGFloat) {
        setStrokeColor(Self.deviceGray(gray, alpha))
    }

    private static func deviceColor(_ red: CGFloat, _ green: CGFloat, _ blue: CGFloat, _ alpha: CGFloat) -> CGColor {
        CGColor(
            space: CGColorSpaceCreateDeviceRGB(),
            values: ColorValues(red.native, green.native, blue.native, alpha.native))
    }

    private static func deviceGray(_ gray: CGFloat, _ alpha: CGFloat) -> CGColor {
        CGColor(
            space: CGColorSpaceCreateDeviceGray(),
            values: ColorValues(gray.native, gray.native, gray.native, alpha.native))
    }
}
