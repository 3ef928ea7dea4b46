import QuartzCore

/// The map: a grid of meridians and parallels, and a dot with a name for each city.
@MainActor
final class MapView {
    static let size = CGSize(width: 800, height: 400)
    nonisolated static let night = CGColor(srgbRed: 0.03, green: 0.05, blue: 0.11, alpha: 1)
    let layer = CALayer()
    private(set) var dots: [CALayer] = []

    init() {
        layer.frame = CGRect(origin: .zero, size: Self.size)
        layer.backgroundColor = Self.night
        let lines = CGMutablePath()
        for degrees in stride(from: -150.0, through: 150, by: 30) {
            lines.move(to: Self.point(latitude: 90, longitude: degrees))
            lines.addLine(to: Self.point(latitude: -90, longitude: degrees))
        }
        for degrees in stride(from: -60.0, through: 60, by: 30) {
            lines.move(to: Self.point(latitude: degrees, longitude: -180))
            lines.addLine(to: Self.point(latitude: degrees, longitude: 180))
        }
        let grid = CAShapeLayer()
        (grid.path, grid.fillColor, grid.lineWidth) = (lines, nil, 0.5)
        grid.strokeColor = CGColor(srgbRed: 0.4, green: 0.55, blue: 0.8, alpha: 0.3)
        layer.addSublayer(grid)
    }

    /// Where a place is on the map; y grows downwards.
    private static func point(latitude: Double, longitude: Double) -> CGPoint {
        CGPoint(x: (longitude + 180) / 360 * size.width, y: (90 - latitude) / 180 * size.height)
    }

    /// Puts a city on the map.
    func add(_ city: Town) {
        let dot = CALayer()
        let side = 3 + Double(city.population).squareRoot() / 400
        dot.bounds = CGRect(x: 0, y: 0, width: side, height: side)
        dot.position = Self.point(latitude: city.latitude, longitude: city.longitude)
        (dot.cornerRadius, dot.backgroundColor) = (side / 2, CGColor(srgbRed: 1, green: 0.8, blue: 0.45, alpha: 1))
        let name = CATextLayer()
        (name.string, name.fontSize) = (city.name, 11)
        name.foregroundColor = CGColor(srgbRed: 0.85, green: 0.9, blue: 1, alpha: 1)
        name.frame = CGRect(x: side + 4, y: side / 2 - 8, width: 100, height: 16)
        dot.addSublayer(name)
        layer.addSublayer(dot)
        dots.append(dot)
    }
}
