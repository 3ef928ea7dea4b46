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
    private var clear: (pixels: UnsafeMutablePointer<UInt32>, count: Int)?

    /// So many are kept, and so many pixels each has at most.
    private static let mostKept = 8
    private static let mostPixels = 1 << 24

    deinit {
        for entry in free { entry.pixels.deallocate() }
        clear?.pixels.deallocate()
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

    /// So many clear pixels, with one before and one behind them, which nobody writes.
    func clearRow(_ count: Int) -> UnsafePointer<UInt32> {
        if let clear, clear.count >= count { return UnsafePointer(clear.pixels + 1) }
        clear?.pixels.deallocate()
        let made = UnsafeMutablePointer<UInt32>.allocate(capacity: count + 2)
        made.initialize(repeating: 0, count: count + 2)
        clear = (made, count)
        return UnsafePointer(made + 1)
    }
}
