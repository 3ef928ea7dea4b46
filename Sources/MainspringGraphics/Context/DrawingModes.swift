/// What is done with a path; the raw values are Apple's.
public enum CGPathDrawingMode: Int32, Sendable {
    /// Filled by the winding rule.
    case fill = 0
    /// Filled by the even-odd rule.
    case eoFill = 1
    /// Stroked.
    case stroke = 2
    /// Filled by the winding rule, then stroked.
    case fillStroke = 3
    /// Filled by the even-odd rule, then stroked.
    case eoFillStroke = 4

    /// By which rule it is filled; nil if it is not.
    var fillRule: CGPathFillRule? {
        switch self {
        case .fill, .fillStroke: .winding
        case .eoFill, .eoFillStroke: .evenOdd
        case .stroke: nil
        }
    }

    /// Whether it is stroked.
    var strokes: Bool { self != .fill && self != .eoFill }
}

/// How what is drawn mixes with what is there; the raw values are Apple's.
///
/// The first sixteen mix colours as PDF defines it (ISO 32000-1, 11.3.5), the others put the two on each other as
/// Porter and Duff ("Compositing digital images", 1984) do; R is the result, S what is drawn, D what is there, each
/// times alpha, Sa and Da the alphas.
public enum CGBlendMode: Int32, Sendable {
    /// What is drawn covers what is there.
    case normal = 0
    /// The product of both.
    case multiply = 1
    /// The complement of the product of the complements.
    case screen = 2
    /// Product or screen, as what is there is dark or light.
    case overlay = 3
    /// The darker of both.
    case darken = 4
    /// The lighter of both.
    case lighten = 5
    /// What is there, brightened by what is drawn.
    case colorDodge = 6
    /// What is there, darkened by what is drawn.
    case colorBurn = 7
    /// Darkened or lightened gently, as what is drawn is dark or light.
    case softLight = 8
    /// Product or screen, as what is drawn is dark or light.
    case hardLight = 9
    /// The darker taken from the lighter.
    case difference = 10
    /// Like the difference, with less contrast.
    case exclusion = 11
    /// The hue of what is drawn, the rest of what is there.
    case hue = 12
    /// The saturation of what is drawn, the rest of what is there.
    case saturation = 13
    /// Hue and saturation of what is drawn, the luminosity of what is there.
    case color = 14
    /// The luminosity of what is drawn, the rest of what is there.
    case luminosity = 15
    /// R = 0.
    case clear = 16
    /// R = S.
    case copy = 17
    /// R = S Da.
    case sourceIn = 18
    /// R = S (1 - Da).
    case sourceOut = 19
    /// R = S Da + D (1 - Sa).
    case sourceAtop = 20
    /// R = S (1 - Da) + D.
    case destinationOver = 21
    /// R = D Sa.
    case destinationIn = 22
    /// R = D (1 - Sa).
    case destinationOut = 23
    /// R = S (1 - Da) + D Sa.
    case destinationAtop = 24
    /// R = S (1 - Da) + D (1 - Sa).
    case xor = 25
    /// R = max(0, 1 - ((Da - D) + (Sa - S))).
    case plusDarker = 26
    /// R = min(1, S + D).
    case plusLighter = 27
}

/// How carefully images are drawn at another size; the raw values are Apple's.
public enum CGInterpolationQuality: Int32, Sendable {
    /// As the context decides.
    case `default` = 0
    /// Not at all: each pixel is a square.
    case none = 1
    /// Fast.
    case low = 2
    /// Slow.
    case high = 3
    /// Between the two.
    case medium = 4
}

/// What is done with letters; the raw values are Apple's.
public enum CGTextDrawingMode: Int32, Sendable {
    /// Filled.
    case fill = 0
    /// Stroked.
    case stroke = 1
    /// Filled, then stroked.
    case fillStroke = 2
    /// Nothing.
    case invisible = 3
    /// Filled, and clipped to.
    case fillClip = 4
    /// Stroked, and clipped to.
    case strokeClip = 5
    /// Filled, stroked, and clipped to.
    case fillStrokeClip = 6
    /// Clipped to.
    case clip = 7
}
