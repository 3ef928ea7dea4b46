import Foundation

/// From places on the earth to points of the map, by Mercator.
enum Projection {
    /// Of the whole map at zoom 1: as wide as its view.
    static let size = CGSize(width: 940, height: 492)
    private static let north = stretched(76)
    private static let south = stretched(-56)

    /// A point of the map; y grows downward. What lies beyond the map's edges is at them.
    static func point(latitude: Double, longitude: Double) -> CGPoint {
        let y = (north - stretched(min(max(latitude, -56), 76))) / (north - south)
        return CGPoint(x: (longitude + 180) / 360 * size.width, y: y * size.height)
    }

    private static func stretched(_ latitude: Double) -> Double { log(tan(.pi / 4 + latitude * .pi / 360)) }
}
