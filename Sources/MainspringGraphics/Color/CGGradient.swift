public import Foundation

/// How a gradient goes on beyond its ends; the raw values are Apple's.
public struct CGGradientDrawingOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt32

    /// Makes options from their bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The first colour goes on before the start.
    public static let drawsBeforeStartLocation = CGGradientDrawingOptions(rawValue: 1 << 0)
    /// The last colour goes on after the end.
    public static let drawsAfterEndLocation = CGGradientDrawingOptions(rawValue: 1 << 1)
}

/// Colours at places from 0 to 1, with those between them mixed. Immutable.
///
/// Two are equal if their spaces, places and colours are, which is ours alone.
public final class CGGradient: Hashable, Sendable {
    /// A colour and its place.
    package struct Stop: Hashable, Sendable {
        /// From 0 to 1.
        package var location: CGFloat
        /// In the gradient's space.
        package var color: CGColor
    }

    /// The colours in order of their places.
    package let stops: [Stop]
    /// The space in which colours are mixed.
    package let colorSpace: CGColorSpace

    /// Makes a gradient from colours, which are converted to a space, or to sRGB if there is none.
    ///
    /// Places are sorted and taken between 0 and 1; without them the colours are spread evenly. Nil if there are no
    /// colours, or something else than a ``CGColor`` is among them.
    ///
    /// - Parameter locations: As many numbers as there are colours.
    public convenience init?(colorsSpace space: CGColorSpace?, colors: CFArray, locations: UnsafePointer<CGFloat>?) {
        guard let colors = colors as? [CGColor] else { return nil }
        self.init(
            space: space ?? .shared(.sRGB), colors: colors,
            locations: locations.map { Array(UnsafeBufferPointer(start: $0, count: colors.count)) })
    }

    /// Makes a gradient from components, one colour after the other with alpha, in a space.
    ///
    /// Nil if the count is not positive.
    ///
    /// - Parameter locations: As many numbers as `count`.
    public convenience init?(
        colorSpace space: CGColorSpace, colorComponents components: UnsafePointer<CGFloat>,
        locations: UnsafePointer<CGFloat>?, count: Int
    ) {
        guard count > 0 else { return nil }
        let size = space.numberOfComponents + 1
        let colors = (0..<count).map { CGColor(space: space, values: ColorValues(components + $0 * size, in: space)) }
        self.init(
            space: space, colors: colors,
            locations: locations.map { Array(UnsafeBufferPointer(start: $0, count: count)) })
    }

    private init?(space: CGColorSpace, colors: [CGColor], locations: [CGFloat]?) {
        guard !colors.isEmpty else { return nil }
        let last = CGFloat(max(colors.count - 1, 1))
        let places = locations ?? colors.indices.map { CGFloat($0) / last }
        stops = zip(places, colors).compactMap { place, color in
            color.converted(to: space, intent: .defaultIntent, options: nil)
                .map { Stop(location: place > 0 ? min(place, 1) : 0, color: $0) }
        }
        .enumerated().sorted { ($0.element.location, $0.offset) < ($1.element.location, $1.offset) }.map(\.element)
        colorSpace = space
    }

    /// Whether two gradients have equal spaces, places and colours.
    public static func == (left: CGGradient, right: CGGradient) -> Bool {
        left === right || left.stops == right.stops && left.colorSpace == right.colorSpace
    }

    /// Hashes places and colours.
    public func hash(into hasher: inout Hasher) { hasher.combine(stops) }
}
