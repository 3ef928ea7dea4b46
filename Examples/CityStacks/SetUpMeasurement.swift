package import Mainspring

/// What an import through one set-up did to the main loop.
package struct SetUpMeasurement: Sendable {
    package let kind: SetUpKind
    /// How many cities are in the store.
    package let rows: Int
    /// How long the import took, until everything was in the store and the screen's context had it.
    package let seconds: Double
    package let frames: FrameReport

    package init(kind: SetUpKind, rows: Int, seconds: Double, frames: FrameReport) {
        (self.kind, self.rows, self.seconds, self.frames) = (kind, rows, seconds, frames)
    }
}
