internal import MainspringAnimation

/// An animation that is written twice, as layers and as a page, so that both say the same.
struct Scene {
    /// What it is called; also the name of its files.
    let name: String
    /// What of a layer it shows.
    let shows: String
    /// How much the pictures may differ.
    var gate: Gate
    /// What more is allowed, and why.
    var allowance: Allowance?
    /// When the last picture is, in seconds.
    var span = 1.0
    /// So many tiles may come into view at an instant, each drawn in a turn of the loop.
    var tiles = 0
    /// Adds layers to one of the scene's size, with animations that begin at second 0.
    let layers: (CALayer) -> Void
    /// What is changed of these once they have been shown, with transitions that begin at second 0.
    let change: ((CALayer) -> Void)?
    /// What is in the page's body. The attribute `at` is an element's place: left, top, width, height.
    let html: String
    /// Begins the page's animations.
    let script: String

    /// Points and pixels of a side.
    static let size = 200
    /// Pictures of each scene.
    static let pictures = 11

    init(
        _ name: String, shows: String, _ gate: Gate, allowing allowance: Allowance? = nil, span: Double = 1,
        tiles: Int = 0, layers: @escaping (CALayer) -> Void, change: ((CALayer) -> Void)? = nil, html: String,
        script: String
    ) {
        (self.name, self.shows, self.gate, self.allowance) = (name, shows, gate, allowance)
        (self.span, self.tiles) = (span, tiles)
        (self.layers, self.change, self.html, self.script) = (layers, change, html, script)
    }

    /// When the pictures are, in seconds.
    var instants: [Double] { (0..<Self.pictures).map { Double($0) * span / Double(Self.pictures - 1) } }

    static var all: [Scene] {
        backgrounds + continuousCorners + contents + opacities + masks + clips + shadows + depths + blends + filters
            + shapes + gradients + replicators + particles + tiled + transitions + timings + keyframes + texts
    }
}

/// How much two pictures may differ.
enum Gate: String {
    /// Edges on rows and columns of pixels: no channel of any pixel by more than 3.
    case aligned
    /// Other straight edges: likewise, or by 0.6 in the mean, and by more than 16 in at most 1 % of the pixels beside the edges.
    case edges
    /// Round edges: the same with 1.5 in the mean.
    case rounded

    var limits: Limits {
        switch self {
        case .aligned: Limits(most: 3, mean: 3, share: 0)
        case .edges: Limits(most: 255, mean: 0.6, share: 1)
        case .rounded: Limits(most: 255, mean: 1.5, share: 1)
        }
    }
}

struct Limits {
    /// Of any channel of any pixel.
    var most: Int
    /// Of the greatest channel of each pixel in the rectangle around what is shown.
    var mean: Double
    /// How many of a hundred of the pixels that are shown, without the band of one pixel along edges, differ by more than 16.
    var share: Double
}

/// What is allowed beyond a gate, with the reason.
struct Allowance {
    var limits: Limits
    let reason: String

    init(most: Int = 255, mean: Double, share: Double = 1, _ reason: String) {
        limits = Limits(most: most, mean: mean, share: share)
        self.reason = reason
    }
}
