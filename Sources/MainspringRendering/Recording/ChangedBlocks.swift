internal import Glibc

/// The blocks of a picture in which anything is other than in the picture before, as the codec of WebP with loss divides pictures.
struct ChangedBlocks {
    /// The pixels around all of them.
    private(set) var columns = 0..<0
    private(set) var rows = 0..<0
    /// Line by line.
    private var blocks: [Bool]
    private let blocksInRow: Int

    private static let side = 16

    /// - Parameter former: The picture before; nil where there is none, and all is new.
    init(_ pixels: UnsafePointer<UInt32>, since former: UnsafePointer<UInt32>?, width: Int, height: Int) {
        let side = Self.side
        blocksInRow = (width + side - 1) / side
        let blockRows = (height + side - 1) / side
        guard let former else {
            blocks = [Bool](repeating: true, count: blocksInRow * blockRows)
            (columns, rows) = (0..<width, 0..<height)
            return
        }
        blocks = [Bool](repeating: false, count: blocksInRow * blockRows)
        var (left, right, top, bottom) = (width, 0, height, 0)
        for y in 0..<height {
            let line = y * width
            guard memcmp(pixels + line, former + line, 4 * width) != 0 else { continue }
            for block in 0..<blocksInRow {
                let (start, end) = (block * side, min((block + 1) * side, width))
                guard memcmp(pixels + line + start, former + line + start, 4 * (end - start)) != 0 else { continue }
                blocks[y / side * blocksInRow + block] = true
                (left, right) = (min(left, start), max(right, end))
                (top, bottom) = (min(top, y / side * side), max(bottom, min((y / side + 1) * side, height)))
            }
        }
        if left < right { (columns, rows) = (left..<right, top..<bottom) }
    }

    /// Whether nothing has changed.
    var isEmpty: Bool { columns.isEmpty || rows.isEmpty }

    /// Whether all blocks have changed that lie within those that have.
    var isWhole: Bool {
        blockRows.allSatisfy { row in blockColumns.allSatisfy { blocks[row * blocksInRow + $0] } }
    }

    private var blockRows: Range<Int> { Self.range(rows) }
    private var blockColumns: Range<Int> { Self.range(columns) }

    private static func range(_ pixels: Range<Int>) -> Range<Int> {
        pixels.lowerBound / side..<(pixels.upperBound + side - 1) / side
    }

    /// Whether nothing can be seen through what has changed.
    func areOpaque(_ pixels: UnsafePointer<UInt32>, width: Int) -> Bool {
        rows.allSatisfy { y in
            columns.allSatisfy { x in !has(x, y) || pixels[y * width + x] >> 24 == 255 }
        }
    }

    /// Copies what has changed, and makes all else clear that lies between. Beside what has changed the colours stay under what is clear:
    /// the codec smoothes the edges of blocks, and would draw a dark line there.
    func copy(_ pixels: UnsafePointer<UInt32>, to target: UnsafeMutablePointer<UInt32>, width: Int) {
        for row in blockRows {
            for block in blockColumns {
                let (start, end) = (block * Self.side, min((block + 1) * Self.side, width))
                let (isChanged, isBeside) = (blocks[row * blocksInRow + block], isBesideChange(row, block))
                for y in max(row * Self.side, rows.lowerBound)..<min((row + 1) * Self.side, rows.upperBound) {
                    let place = y * width + start
                    if isChanged {
                        (target + place).update(from: pixels + place, count: end - start)
                    } else if isBeside {
                        for x in place..<place + end - start { target[x] = pixels[x] & 0xff_ffff }
                    } else {
                        (target + place).update(repeating: 0, count: end - start)
                    }
                }
            }
        }
    }

    private func isBesideChange(_ row: Int, _ block: Int) -> Bool {
        for y in max(row - 1, blockRows.lowerBound)..<min(row + 2, blockRows.upperBound) {
            for x in max(block - 1, blockColumns.lowerBound)..<min(block + 2, blockColumns.upperBound)
            where blocks[y * blocksInRow + x] { return true }
        }
        return false
    }

    private func has(_ x: Int, _ y: Int) -> Bool { blocks[y / Self.side * blocksInRow + x / Self.side] }
}
