/// Ours: where recorded frames go.
///
/// A sink serves one recording, on the thread of its ``FrameRecorder``. What it throws ends the recording and is thrown from
/// there.
public protocol FrameSink: AnyObject {
    /// Takes note of what will come. Called once, before the first frame.
    func begin(_ format: FrameFormat) throws

    /// Takes a frame; they come in their order, from number 0 on.
    func append(_ frame: RecordedFrame) throws

    /// There are no more frames. Called once after ``begin(_:)``, also where the recording ended before its time: what has come
    /// until then is to stay usable.
    func finish() throws
}
