public import Foundation

extension CGContext {
    /// The map from user space, in which callers give coordinates, to device space.
    public var ctm: CGAffineTransform { state.ctm }

    /// The map from user space to pixels; the same as ``ctm`` here, since device space has a unit for each pixel.
    public var userSpaceToDeviceSpaceTransform: CGAffineTransform { state.ctm }

    /// Puts a map before the one from user space; ignored, with a sentence on standard error, if it is not finite.
    public func concatenate(_ transform: CGAffineTransform) {
        let combined = transform.concatenating(state.ctm)
        guard combined.isFinite else {
            return Refusal.say("A context was given a map with a number that is infinite or none; it is ignored.")
        }
        state.ctm = combined
    }

    /// Moves the origin of user space.
    public func translateBy(x tx: CGFloat, y ty: CGFloat) {
        concatenate(CGAffineTransform(translationX: tx, y: ty))
    }

    /// Makes the units of user space larger.
    public func scaleBy(x sx: CGFloat, y sy: CGFloat) {
        concatenate(CGAffineTransform(scaleX: sx, y: sy))
    }

    /// Turns user space by an angle in radians, x towards y.
    public func rotate(by angle: CGFloat) {
        concatenate(CGAffineTransform(rotationAngle: angle))
    }

    /// Where a point of user space is in device space.
    public func convertToDeviceSpace(_ point: CGPoint) -> CGPoint { point.applying(state.ctm) }

    /// Where a point of device space is in user space.
    public func convertToUserSpace(_ point: CGPoint) -> CGPoint { point.applying(state.ctm.inverted()) }

    /// What a size of user space, taken as a vector, is in device space.
    public func convertToDeviceSpace(_ size: CGSize) -> CGSize { size.applying(state.ctm) }

    /// What a size of device space, taken as a vector, is in user space.
    public func convertToUserSpace(_ size: CGSize) -> CGSize { size.applying(state.ctm.inverted()) }

    /// The smallest rectangle of device space around one of user space.
    public func convertToDeviceSpace(_ rect: CGRect) -> CGRect { rect.applying(state.ctm) }

    /// The smallest rectangle of user space around one of device space.
    public func convertToUserSpace(_ rect: CGRect) -> CGRect { rect.applying(state.ctm.inverted()) }
}
