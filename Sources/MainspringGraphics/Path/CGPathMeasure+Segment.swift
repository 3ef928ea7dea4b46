public import Foundation

extension CGPathMeasure {
    /// Ours: a line or curve of a measured path; its parameter goes from 0 to 1.
    public struct Segment: Sendable {
        private let measured: CurveLength
        /// The length of the path before it.
        public let startLength: CGFloat
        /// The number of its subpath, of those that draw anything.
        public let subpath: Int
        /// Whether it is the line by which a subpath was closed.
        public let isClosing: Bool

        init(measured: CurveLength, startLength: CGFloat, subpath: Int, isClosing: Bool) {
            (self.measured, self.startLength) = (measured, startLength)
            (self.subpath, self.isClosing) = (subpath, isClosing)
        }

        /// Where it begins.
        public var start: CGPoint { measured.curve.start }

        /// Where it ends.
        public var end: CGPoint { measured.curve.end }

        /// Its arc length.
        public var length: CGFloat { measured.length }

        /// The two control points, if it is a curve, with a quadratic one raised to a cubic; nil if it is a straight
        /// line.
        public var controls: (first: CGPoint, second: CGPoint)? {
            guard case .cubic(let cubic) = measured.curve else { return nil }
            return (cubic.control1, cubic.control2)
        }

        /// The point at a parameter, which is taken between 0 and 1.
        public func point(at parameter: CGFloat) -> CGPoint { measured.curve.point(at: limited(parameter)) }

        /// The direction of length 1 at a parameter; zero if all points of the segment are one.
        public func tangent(at parameter: CGFloat) -> CGVector { measured.curve.tangent(at: limited(parameter)) }

        /// The parameter after a length along the segment, which is taken within the segment's.
        public func parameter(atLength length: CGFloat) -> CGFloat { measured.parameter(atLength: length) }

        /// The point after a length along the segment, which is taken within the segment's.
        public func point(atLength length: CGFloat) -> CGPoint { point(at: parameter(atLength: length)) }

        /// The part between two lengths along the segment.
        func part(from first: CGFloat, to last: CGFloat) -> PathCurve { measured.part(from: first, to: last) }

        private func limited(_ parameter: CGFloat) -> CGFloat {
            parameter > 0 ? min(parameter, 1) : 0
        }
    }
}
