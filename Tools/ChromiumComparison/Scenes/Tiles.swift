internal import Foundation
internal import Mainspring
internal import MainspringAnimation
internal import MainspringGraphics

/// Layers that are drawn in tiles: on a page all of what the tiles are of.
extension Scene {
    static var tiled: [Scene] {
        [
            Scene(
                "tiles", shows: "CATiledLayer: tiles that come into view, cut off at the bounds", .aligned, tiles: 64,
                layers: {
                    $0.add(CALayer(20, 20, 160, 160)) {
                        $0.masksToBounds = true
                        $0.add(TiledSquares(0, 0, 512, 512)) {
                            $0.tileSize = CGSize(width: 48, height: 48)
                            $0.setNeedsDisplay()
                            $0.animate(
                                "position", from: CGPoint(x: 256, y: 256), to: CGPoint(x: -64, y: 56))
                        }
                    }
                },
                html: """
                    <div at='20 20 160 160' style='overflow:hidden'><div id=a at='0 0 512 512' style='\(TiledSquares.style)'></div></div>
                    """,
                script: "animate('a', {transform: ['translate(0, 0)', 'translate(-320px, -200px)']})"),
            Scene(
                "tiles-levels", shows: "CATiledLayer: levels of detail, smaller and larger than the layer is", .edges,
                tiles: 64,
                layers: {
                    $0.add(CALayer(50, 50, 100, 100)) {
                        $0.masksToBounds = true
                        $0.add(TiledSquares(-206, -206, 512, 512)) {
                            $0.tileSize = CGSize(width: 64, height: 64)
                            ($0.levelsOfDetail, $0.levelsOfDetailBias) = (3, 1)
                            $0.setNeedsDisplay()
                            $0.animate("transform.scale", from: 0.2, to: 2)
                        }
                    }
                },
                html: """
                    <div at='50 50 100 100' style='overflow:hidden'><div id=a at='-206 -206 512 512' style='\(TiledSquares.style)'></div></div>
                    """,
                script: "animate('a', {transform: ['scale(.2)', 'scale(2)']})"),
        ]
    }
}

/// Squares of 64 points, whose colour is a function of the place; made smaller by half, and that by half, they are whole pixels too.
private final class TiledSquares: CATiledLayer {
    override class func fadeDuration() -> CFTimeInterval { 0 }

    override func draw(in ctx: CGContext) {
        let box = ctx.boundingBoxOfClipPath
        for index in 0..<64 {
            let (column, row) = (index % 8, index / 8)
            let square = CGRect(x: 64 * column, y: 64 * row, width: 64, height: 64)
            guard square.intersects(box) else { continue }
            ctx.setFillColor(.hex(0x408040 + 0x0F0000 * UInt32(column) + 0x0F * UInt32(row)))
            ctx.fill(square)
        }
    }

    /// Stripes of red and, across them, stripes of blue.
    static var style: String {
        func stripes(_ direction: String, _ color: (Int) -> String) -> String {
            "linear-gradient(\(direction),\((0..<8).map { "\(color($0)) \(64 * $0)px \(64 * $0 + 64)px" }.joined(separator: ",")))"
        }
        let (columns, rows) = (
            stripes("to right") { "rgb(\(64 + 15 * $0) 128 0)" }, stripes("to bottom") { "rgb(0 128 \(64 + 15 * $0))" }
        )
        return "background:\(columns),\(rows);background-blend-mode:lighten"
    }
}
