/// What the components of a colour space mean; the raw values are Apple's.
public enum CGColorSpaceModel: Int32, Sendable {
    /// None of the others.
    case unknown = -1
    /// How light.
    case monochrome = 0
    /// Red, green and blue.
    case rgb = 1
    /// Four inks.
    case cmyk = 2
    /// Lightness and two opponent colours.
    case lab = 3
    /// Any inks.
    case deviceN = 4
    /// A number in a table of colours.
    case indexed = 5
    /// A tile that is repeated.
    case pattern = 6
    /// The stimuli of the CIE observer.
    case XYZ = 7
}

/// What to do about colours that another space does not have; the raw values are Apple's.
///
/// **Differences from Apple**: accepted and kept, but colours outside of a space are cut off at its borders, whatever
/// the intent.
public enum CGColorRenderingIntent: Int32, Sendable {
    /// What suits the thing that is drawn.
    case defaultIntent = 0
    /// Colours outside become the nearest inside; white stays as it is.
    case absoluteColorimetric = 1
    /// Colours outside become the nearest inside; white becomes the other space's.
    case relativeColorimetric = 2
    /// All colours move, so that their relations stay.
    case perceptual = 3
    /// Colours move so that they stay as vivid as they are.
    case saturation = 4
}
