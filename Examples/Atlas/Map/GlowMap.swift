import Foundation
import MainspringAnimation
import MainspringGraphics

/// The earth by night: where cities are, it is bright. Cut into tiles, so that new cities cost what they touch.
final class GlowMap {
    let layer = CALayer()
    private var tiles: [CALayer] = []
    /// The light of each pixel; a point of the map has two columns and rows of them.
    private var light: [Float]
    private var touched: Set<Int> = []

    private static let scale = 2
    private static let width = Int(Projection.size.width) * scale
    private static let height = Int(Projection.size.height) * scale
    private static let (columns, rows) = (10, 6)
    private static let tileWidth = width / columns
    private static let tileHeight = height / rows
    /// How far a city shines, in pixels.
    private static let reach = 2

    /// Premultiplied colours of light from 0 to ``most``, from dark over amber to white: what is twice as bright is not twice as white.
    private static let colors: [UInt32] = (0..<2_048).map { step in
        let t = 1 - exp(-0.62 * most * Double(step) / 2_047)
        let alpha = min(1, 1.7 * pow(t, 0.62))
        let (red, green, blue) = (1.0, 0.46 + 0.50 * pow(t, 0.9), 0.20 + 0.70 * pow(t, 2.2))
        func byte(_ value: Double) -> UInt32 { UInt32((value * alpha * 255).rounded()) }
        return UInt32((alpha * 255).rounded()) << 24 | byte(red) << 16 | byte(green) << 8 | byte(blue)
    }
    private static let most = 8.0

    init() {
        light = Array(repeating: 0, count: Self.width * Self.height)
        layer.frame = CGRect(origin: .zero, size: Projection.size)
        let size = CGSize(
            width: CGFloat(Self.tileWidth) / CGFloat(Self.scale), height: CGFloat(Self.tileHeight) / CGFloat(Self.scale)
        )
        for row in 0..<Self.rows {
            for column in 0..<Self.columns {
                let tile = CALayer()
                tile.frame = CGRect(
                    x: CGFloat(column) * size.width, y: CGFloat(row) * size.height, width: size.width,
                    height: size.height)
                tile.contentsScale = CGFloat(Self.scale)
                layer.addSublayer(tile)
                tiles.append(tile)
            }
        }
    }

    /// A city shines from now on; seen after ``flush()``.
    func add(_ spot: CityField.Spot) {
        let x = spot.point.x * CGFloat(Self.scale) - 0.5
        let y = spot.point.y * CGFloat(Self.scale) - 0.5
        let strength = Float(0.10 + 0.17 * log10(Double(max(spot.population, 1_000)) / 1_000))
        let spread = 0.55 + 0.22 * log10(CGFloat(max(spot.population, 1_000)) / 1_000)
        let (column, row) = (Int(x.rounded()), Int(y.rounded()))
        for py in max(row - Self.reach, 0)...min(row + Self.reach, Self.height - 1) where py >= 0 {
            for px in max(column - Self.reach, 0)...min(column + Self.reach, Self.width - 1) {
                let (dx, dy) = (CGFloat(px) - x, CGFloat(py) - y)
                light[py * Self.width + px] += strength * Float(exp(-(dx * dx + dy * dy) / (2 * spread * spread)))
                touched.insert(py / Self.tileHeight * Self.columns + px / Self.tileWidth)
            }
        }
    }

    /// Shows what was added.
    func flush() {
        guard !touched.isEmpty else { return }
        withoutActions {
            for index in touched where index < tiles.count { tiles[index].contents = image(of: index) }
        }
        touched = []
    }

    private func image(of index: Int) -> CGImage? {
        let (left, top) = (index % Self.columns * Self.tileWidth, index / Self.columns * Self.tileHeight)
        var pixels = [UInt32](repeating: 0, count: Self.tileWidth * Self.tileHeight)
        let (colors, step) = (Self.colors, Float(Self.colors.count - 1) / Float(Self.most))
        for row in 0..<Self.tileHeight {
            let line = (top + row) * Self.width + left
            for column in 0..<Self.tileWidth where light[line + column] > 0 {
                let index = Int(light[line + column] * step)
                pixels[row * Self.tileWidth + column] = colors[min(index, colors.count - 1)]
            }
        }
        return CGImage.make(pixels, width: Self.tileWidth, height: Self.tileHeight)
    }
}
