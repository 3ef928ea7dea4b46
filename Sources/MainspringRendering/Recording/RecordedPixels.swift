internal import MainspringAnimation

/// What makes pixels of a tree's frames: a compositor.
protocol RecordedPixels: AnyObject {
    /// Paints what a frame shows over what the one before has left.
    func draw(_ frame: LayerFrame)

    /// Lends the pixels: blue, green, red and alpha in memory, multiplied by alpha, the top row first.
    func withPixels<Result>(
        _ body: (_ pixels: UnsafeRawBufferPointer, _ bytesPerRow: Int) throws -> Result
    ) rethrows -> Result
}
