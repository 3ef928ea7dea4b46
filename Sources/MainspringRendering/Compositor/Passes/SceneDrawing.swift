internal import CPixels
internal import Foundation

/// Draws parts of scenes, on several threads where that pays. Belongs to one thread at a time.
final class SceneDrawing {
    /// How many threads draw at most.
    var threads: Int
    private var memories: [ScratchMemory] = []

    /// So many pixels are worth a thread of their own.
    private static let pixelsOfThread = 128 * 128
    /// So many stay in half of a processor's second cache while all layers that touch them are drawn; the other half is for what is drawn.
    private static let pixelsOfBand: Int = {
        let bytes = sysconf(Int32(_SC_LEVEL2_CACHE_SIZE))
        // Where the system does not know, as on most that are no x86, what is common among those of the last ten years.
        return bytes > 0 ? min(max(bytes / 2 / 4, 1 << 14), 1 << 18) : 1 << 16
    }()

    init(threads: Int) { self.threads = threads }

    /// Has ready what a part of a scene is drawn with, and draws it.
    /// - Parameter background: The pixel that is behind everything.
    func draw(_ part: PixelBox, of scene: Scene, on canvas: Canvas, background: UInt32) {
        ScenePreparation(scene: scene, drawing: self).prepare(part)
        let threads = min(threads, max(part.area / Self.pixelsOfThread, 1), part.height)
        while memories.count < threads { memories.append(ScratchMemory()) }
        // Whatever a blur or a shadow brings in from around a band is drawn for each band anew: fewer are better then.
        let bands = scene.reachesAround ? 1 : part.area / Self.pixelsOfBand + 1
        // As many for each.
        let count = min((bands + threads - 1) / threads * threads, part.height)
        let work = Bands(
            scene: scene, canvas: canvas, background: background, part: part, count: count, threads: threads,
            memories: memories)
        guard threads > 1 else { return work.draw(on: 0) }
        DispatchQueue.concurrentPerform(iterations: threads) { work.draw(on: $0) }
    }

    /// Rows of a part, for threads.
    private struct Bands: @unchecked Sendable {
        // `@unchecked Sendable`: while bands are drawn nobody changes the scene, each has rows and each thread a memory of its own.
        let scene: Scene
        let canvas: Canvas
        let background: UInt32
        let part: PixelBox
        let count: Int
        let threads: Int
        let memories: [ScratchMemory]

        /// Draws those of one thread: every so manieth, since layers may lie where few others do.
        func draw(on thread: Int) {
            for index in stride(from: thread, to: count, by: threads) {
                var band = part
                band.top = part.top + Int32(part.height * index / count)
                band.bottom = part.top + Int32(part.height * (index + 1) / count)
                draw(band, memories[thread])
            }
        }

        private func draw(_ band: PixelBox, _ memory: ScratchMemory) {
            for visible in scene.visible(in: band) {
                let box = visible.box
                if visible.first == 0 {
                    pixels_fill(canvas.at(box.left, box.top), canvas.stride, background, box.width, box.height)
                }
                var pass = ScenePass(scene, memory)
                pass.draw(visible.first..<scene.steps.count, on: canvas, box)
            }
        }
    }
}
