internal import Foundation
internal import MainspringAnimation

/// Layers that are drawn in tiles.
extension Scene {
    /// So many pixels around the screen are looked at at most, for what blurs and shadows bring in.
    private static let farthestReach: Int32 = 4096
    /// So many pixels reaches a pixel of a picture, where that is not pressed flat.
    private static let blending: Int32 = 3

    /// Finds which tiles are seen, and what they show otherwise than before. All is placed.
    func lookAtTiles(_ frame: LayerFrame) {
        for index in tiledNodes.sorted() {
            let node = nodes[Int(index)]
            guard let mosaic = node.paint?.tiles else { continue }
            guard let sight = sight(of: node, Int(index), frame) else {
                mosaic.hide()
                continue
            }
            switch mosaic.look(sight) {
            case .nothing: break
            case .parts(let rects) where node.map.keepsShapes:
                for rect in rects {
                    let box = node.map.box(of: rect).grown(by: Self.blending).meeting(node.box)
                    damage(box, in: node.innermostGroup)
                }
            case .parts, .all: damage(node.box, in: node.innermostGroup)
            }
        }
    }

    private func sight(of node: SceneNode, _ index: Int, _ frame: LayerFrame) -> TileMosaic.Sight? {
        let own = clones.clone(index).map { clones.frame($0.delay, of: frame) } ?? frame
        guard Int(node.source) < own.nodes.count else { return nil }
        let layer = own.nodes[Int(node.source)].layer
        guard node.isShown, let paint = node.paint, let values = layer.tiling, let drawn = values.tiles,
            let back = node.map.plane.inverse
        else { return nil }
        let box = node.box.meeting(node.innerClip).meeting(bounds.grown(by: surroundings(of: index)))
        guard !box.isEmpty else { return nil }
        let seen = CGRect(x: Int(box.left), y: Int(box.top), width: box.width, height: box.height)
        let part = back.box(of: seen).intersection(paint.bounds)
        guard !part.isNull, part.width > 0, part.height > 0 else { return nil }
        let contents = layer.values.look.contents
        let grid = TileGrid(tileSize: values.tileSize, contentsScale: contents.scale)
        let level = values.level(for: node.map.enlargement(in: part), grid, size: paint.bounds.size)
        return TileMosaic.Sight(
            part: part, bounds: paint.bounds, map: node.map, isUpward: node.isUpward, level: level, grid: grid,
            tiles: drawn.grid == grid ? drawn : TileSet(grid), demand: values.demand, time: own.tileTime,
            isSharpEnlarged: contents.magnification == .nearest)
    }

    /// How far around the screen it is seen what a layer shows there, by blurs and shadows of it and of those around it.
    private func surroundings(of index: Int) -> Int32 {
        var reach = 0.0
        var next = Int32(index)
        while next >= 0 {
            let node = nodes[Int(next)]
            next = node.parent
            guard let paint = node.paint else { continue }
            if paint.filters.isEmpty, paint.castShadow == nil { continue }
            let blurs = LayerBlurs(paint, node)
            reach += Double(blurs.filterReach)
            guard let shadow = paint.castShadow, let blur = blurs.shadow else { continue }
            let offset = node.map.direction(of: shadow.offset, at: paint.bounds)
            reach += Double(blur.reach) + max(abs(offset.x), abs(offset.y)) + 2
        }
        return Int32(min(reach, Double(Self.farthestReach)).rounded(.up))
    }

    /// Tells layers which tiles of theirs are to be seen, where that has changed.
    func tellOfTiles() {
        for picture in pictures.values { picture.scene.tellOfTiles() }
        if tiledNodes.isEmpty, wishes.isEmpty { return }
        wishes.tell(tiledNodes.sorted().compactMap { nodes[Int($0)].paint?.tiles })
    }
}

extension DeviceMap {
    /// Whether it makes all directions longer by the same.
    fileprivate var keepsShapes: Bool {
        let (x, y) = (SIMD2(plane.r0.x, plane.r0.y), SIMD2(plane.r1.x, plane.r1.y))
        let (a, b, both) = ((x * x).sum(), (y * y).sum(), (x * y).sum())
        return isAffine && abs(a - b) <= 1e-6 * a && abs(both) <= 1e-6 * a
    }
}
