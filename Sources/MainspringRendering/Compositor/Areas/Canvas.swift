internal import Foundation

/// Pixels that are drawn on, and which of the screen's they are.
struct Canvas {
    /// The first one.
    let pixels: UnsafeMutablePointer<UInt32>
    /// From row to row.
    let stride: Int
    let box: PixelBox

    @inline(__always)
    func at(_ x: Int32, _ y: Int32) -> UnsafeMutablePointer<UInt32> {
        pixels + (Int(y) - Int(box.top)) * stride + Int(x) - Int(box.left)
    }
}

/// Memory for what is drawn in between; kept for the next time. Belongs to one thread at a time.
final class ScratchMemory {
    private var free: [(pixels: UnsafeMutablePointer<UInt32>, count: Int)] = []
    /// Rows for pictures that are moved by parts of a pixel.
    private var lines: (pixels: UnsafeMutablePointer<UInt32>, count: Int)?

    /// So many are kept, and so many pixels each has at most.
    private static let mostKept = 8
    private static let mostPixels = 1 << 24

    deinit {
        for entry in free { entry.pixels.deallocate() }
        lines?.pixels.deallocate()
    }

    /// Calls a closure with clear pixels of an area.
    func withCanvas<Result>(_ box: PixelBox, _ body: (Canvas) -> Result) -> Result {
        let count = max(box.area, 1)
        var entry: (pixels: UnsafeMutablePointer<UInt32>, count: Int)
        if let index = free.indices.filter({ free[$0].count >= count }).min(by: { free[$0].count < free[$1].count }) {
            entry = free.remove(at: index)
        } else {
            entry = (.allocate(capacity: count), count)
        }
        memset(entry.pixels, 0, 4 * count)
        let result = body(Canvas(pixels: entry.pixels, stride: box.width, box: box))
        if entry.count <= Self.mostPixels, free.count < Self.mostKept {
            free.append(entry)
        } else if entry.count <= Self.mostPixels, let least = free.indices.min(by: { free[$0].count < free[$1].count }),
            free[least].count < entry.count
        {
            free[least].pixels.deallocate()
            free[least] = entry
        } else {
            entry.pixels.deallocate()
        }
        return result
    }

    /// Memory for so many pixels.
    func lines(_ count: Int) -> UnsafeMutablePointer<UInt32> {
        if let lines, lines.count >= count { return lines.pixels }
        lines?.pixels.deallocate()
        let made = UnsafeMutablePointer<UInt32>.allocate(capacity: count)
        made.initialize(repeating: 0, count: count)
        lines = (made, count)
        return made
    }
}
