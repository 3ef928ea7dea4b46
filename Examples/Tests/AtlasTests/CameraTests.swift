import Foundation
import MainspringGraphics
import SeededRandom
import Testing

@testable import Atlas

@Suite struct CameraTests {
    private static let view = CGSize(width: 940, height: 720)

    private static func camera(using random: inout SeededGenerator) -> Camera {
        Camera(
            center: CGPoint(x: .random(in: 0...940, using: &random), y: .random(in: 0...492, using: &random)),
            zoom: .random(in: 1...200, using: &random))
    }

    @Test(arguments: Seeds.first(20))
    func `a camera that comes nearer shows the same at the pointer, unless that would leave the map`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let camera = Self.camera(using: &random)
        let place = CGPoint(x: .random(in: 0...940, using: &random), y: .random(in: 0...720, using: &random))
        let nearer = camera.zoomed(by: 1.5, at: place, in: Self.view)
        #expect(Camera.zooms.contains(nearer.zoom) && nearer.zoom > camera.zoom)
        #expect((0...Projection.size.width).contains(nearer.center.x))
        let isInside =
            (1..<Projection.size.width - 1).contains(nearer.center.x)
            && (1..<Projection.size.height - 1).contains(nearer.center.y)
        let (before, after) = (camera.point(at: place, in: Self.view), nearer.point(at: place, in: Self.view))
        if isInside { #expect(abs(before.x - after.x) < 1e-9 && abs(before.y - after.y) < 1e-9, "seed \(seed)") }
    }

    @Test(arguments: Seeds.first(20))
    func `a path begins and ends at its cameras, and no step of it seems longer than twice another`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let (from, to) = (Self.camera(using: &random), Self.camera(using: &random))
        let (cameras, length) = from.path(to: to, view: Self.view, count: 40)
        #expect(cameras.count == 40 && length > 0)
        for (end, wanted) in [(cameras[0], from), (cameras[39], to)] {
            #expect(abs(end.center.x - wanted.center.x) < 1e-6 && abs(end.center.y - wanted.center.y) < 1e-6)
            #expect(abs(end.zoom / wanted.zoom - 1) < 1e-6, "seed \(seed)")
        }
        // How far what is seen moves, in widths of the view, and how much it grows.
        let steps = zip(cameras, cameras.dropFirst()).map { former, next in
            let way = hypot(next.center.x - former.center.x, next.center.y - former.center.y)
            let middle = (former.zoom * next.zoom).squareRoot()
            return hypot(1.35 * 1.35 * way * middle / 940, log(next.zoom / former.zoom))
        }
        #expect((steps.max() ?? 0) <= 2 * (steps.min() ?? 0), "seed \(seed): \(steps)")
    }

    @Test func `a path that only comes nearer stays at its place`() {
        let from = Camera(center: CGPoint(x: 300, y: 200), zoom: 1)
        let to = Camera(center: from.center, zoom: 64)
        let (cameras, _) = from.path(to: to, view: Self.view, count: 7)
        for (camera, zoom) in zip(cameras, [1, 2, 4, 8, 16, 32, 64] as [CGFloat]) {
            #expect(camera.center == from.center && abs(camera.zoom - zoom) < 1e-9)
        }
    }

    @Test(arguments: [
        (0, 0, 470, 313.99), (90, -180, 0, 0), (-90, 180, 940, 491.0), (51.5, -0.12, 469.69, 156.6),
    ])
    func `places on the earth lie where Mercator has them`(latitude: Double, longitude: Double, x: Double, y: Double) {
        let point = Projection.point(latitude: latitude, longitude: longitude)
        #expect(abs(point.x - x) < 1 && abs(point.y - y) < 1.5, "\(point)")
    }
}
