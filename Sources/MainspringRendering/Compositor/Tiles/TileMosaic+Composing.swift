internal import CPixels
internal import Foundation
internal import MainspringAnimation
internal import MainspringGraphics

extension TileMosaic {
    /// Has the picture ready that was looked at, with the smaller versions that are needed where it is seen through a map.
    func prepare(_ map: DeviceMap) {
        guard let view else { return }
        if composed?.view != view {
            composed = nil
            texture = Texture(width: view.area.width, height: view.area.height)
        }
        guard let texture else { return }
        let former = composed?.cells
        var isChanged = false
        for (index, cell) in cells.enumerated() where former?[index] != cell {
            compose(cell, view, on: texture)
            isChanged = true
        }
        composed = (view, cells)
        if isChanged { texture.forgetLevels() }
        texture.makeLevels(for: texture.reduction(through: texels(map)))
    }

    private func compose(_ cell: Cell, _ view: View, on texture: Texture) {
        let target = CellPixels(texture, view, cell.key)
        target.clear()
        for piece in cell.pieces { target.add(piece) }
    }
}

/// The pixels of a mosaic that are of one tile.
private struct CellPixels {
    private let texture: Texture
    private let view: TileMosaic.View
    /// Of the mosaic's level.
    private let area: TileArea

    init(_ texture: Texture, _ view: TileMosaic.View, _ key: TileKey) {
        (self.texture, self.view) = (texture, view)
        area = view.grid.area(of: key).meeting(view.area)
    }

    private func at(_ x: Int, _ y: Int) -> UnsafeMutablePointer<UInt32> {
        let row = view.isUpward ? view.area.bottom - 1 - y : y - view.area.top
        return texture.pixels + row * texture.stride + x - view.area.left
    }

    func clear() { for y in area.top..<area.bottom { memset(at(area.left, y), 0, 4 * area.width) } }

    /// Has a piece show, with the rest of what is there.
    func add(_ piece: TileMosaic.Piece) {
        let tile = piece.tile
        // The tile's own pixels to one of these.
        let step = exp2(Double(piece.key.level - view.level))
        let part = area.meeting(
            TileArea(
                left: first(tile.area.left, step), top: first(tile.area.top, step), right: first(tile.area.right, step),
                bottom: first(tile.area.bottom, step)))
        guard !part.isEmpty else { return }
        guard let image = tile.image else {
            for y in part.top..<part.bottom {
                pixels_fade(at(part.left, y), 0, UInt32(255 - piece.part), part.width, 1)
            }
            return
        }
        image.withPixels { picture in
            if step == 1 {
                copy(picture, tile, part, piece.part)
            } else {
                sample(picture, tile, part, piece.part, step)
            }
        }
    }

    /// The first pixel here whose middle is not before an edge of the tile's pixels.
    private func first(_ edge: Int, _ step: Double) -> Int {
        step == 1 ? edge : Int((Double(edge) / step - 0.5).rounded(.up))
    }

    private func copy(_ picture: pixels_picture, _ tile: Tile, _ part: TileArea, _ share: Int) {
        for y in part.top..<part.bottom {
            let row = tile.isUpward ? tile.area.bottom - 1 - y : y - tile.area.top
            put(picture.pixels + row * picture.stride + part.left - tile.area.left, part.left, y, part.width, share)
        }
    }

    private func sample(_ picture: pixels_picture, _ tile: Tile, _ part: TileArea, _ share: Int, _ step: Double) {
        var (picture, map) = (picture, pixels_map())
        let (left, top) = (
            Double(part.left) * step - Double(tile.area.left), Double(part.top) * step - Double(tile.area.top)
        )
        (map.across_x, map.across) = (step, left)
        (map.down_y, map.down) = tile.isUpward ? (-step, Double(tile.area.height) - top) : (step, top)
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: part.width) { row in
            guard let pixels = row.baseAddress else { return }
            for y in 0..<part.height {
                pixels_take_affine(pixels, &picture, &map, 0, Int64(y), part.width, 1, 255)
                put(pixels, part.left, part.top + y, part.width, share)
            }
        }
    }

    private func put(_ pixels: UnsafePointer<UInt32>, _ x: Int, _ y: Int, _ count: Int, _ share: Int) {
        let target = at(x, y)
        if share == 255 {
            memcpy(target, pixels, 4 * count)
        } else {
            pixels_mix(target, count, pixels, count, UInt32(share), count, 1)
        }
        _ = pixels_settle(target, count)
    }
}

extension CGImage {
    /// Lends the pixels as what is looked at between them; nothing happens where there is no memory for them.
    fileprivate func withPixels(_ body: (pixels_picture) -> Void) {
        withPremultipliedBGRA { bytes, bytesPerRow in
            guard let base = bytes.baseAddress else { return }
            guard UInt(bitPattern: base) % 4 == 0, bytesPerRow % 4 == 0 else {
                guard let copy = Texture(self) else { return }
                return withExtendedLifetime(copy) { body(copy.picture) }
            }
            body(
                pixels_picture(
                    pixels: base.assumingMemoryBound(to: UInt32.self), stride: bytesPerRow / 4, width: Int32(width),
                    height: Int32(height)))
        }
    }
}
