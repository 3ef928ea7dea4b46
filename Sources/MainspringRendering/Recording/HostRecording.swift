public import Foundation
public import MainspringAnimation
public import MainspringGraphics

/// Ours: records the frames that a host makes, while the program runs its loop as it likes.
///
/// ```swift
/// let recording = try HostRecording(width: 480, height: 40, rate: FrameRate(60), to: AnimatedWebPSink(url: file))
/// host.onFrame = { recording.add($0) }
/// ```
/// Where a ``FrameRecorder`` moves time itself, this one takes what comes: a frame is put at the place of the rate that is nearest to its
/// time, and shows until the next one, so that a still screen costs nothing. Of frames for one place the last one counts only if a later one
/// comes. Times are the frames' own, from the first one on; on a `VirtualClock` a recording is the same each time.
///
/// From any thread, a frame at a time. Memory: the compositor's, and the sink's.
public final class HostRecording: @unchecked Sendable {
    // `@unchecked Sendable`: `condition` guards all that changes; what `course` holds is used by who has taken it out of there.

    private let format: FrameFormat
    private let condition = NSCondition()
    private var course: Course?
    private var isTaken = false
    private var failure: (any Error)?

    /// What a frame is painted and kept with.
    private final class Course {
        let compositor: LayerCompositor
        let sink: any FrameSink
        /// When the first frame was.
        var start: Double?
        /// How many frames the sink has.
        var count = 0
        /// When the last frame was that was painted.
        var last = 0.0

        init(_ compositor: LayerCompositor, _ sink: any FrameSink) { (self.compositor, self.sink) = (compositor, sink) }
    }

    /// Begins a recording, to which no frame was added yet.
    /// - Parameters:
    ///   - width: Pixels, from 1 to 32,767; width times height at most 2^26.
    ///   - height: Pixels, likewise.
    ///   - scale: How many pixels make a point, from 0.01 to 100.
    ///   - background: What is behind the layers; nil for nothing.
    /// - Throws: ``RecordingError`` for a size or a scale that cannot be and where there is no memory, and what the sink throws.
    public init(
        width: Int, height: Int, scale: CGFloat = 1, background: CGColor? = nil, rate: FrameRate,
        to sink: any FrameSink
    ) throws {
        try FrameRecorder.check(width: width, height: height, scale: scale)
        format = try FrameFormat(width: width, height: height, rate: rate)
        guard let compositor = LayerCompositor(width: width, height: height, scale: scale, background: background)
        else {
            throw RecordingError(
                .noMemory, "There is no memory for frames of \(width) by \(height) pixels. Record smaller ones.")
        }
        try sink.begin(format)
        course = Course(compositor, sink)
    }

    /// Adds a frame; one that is earlier than the one before, and any after ``finish(at:)``, is left out. What the sink throws ends the
    /// recording, and is thrown by ``finish(at:)``.
    public func add(_ frame: LayerFrame) {
        guard let course = take() else { return }
        var thrown: (any Error)?
        do { try add(frame, to: course) } catch { thrown = error }
        give(course, thrown)
    }

    /// Ends the recording: what was there last shows up to a time, if one is given, in seconds of the layers' clock.
    ///
    /// Waits for a frame that is being added. A second call does nothing.
    /// - Throws: What the sink has thrown first, also for an earlier frame.
    public func finish(at time: Double? = nil) throws {
        guard let course = take() else {
            condition.lock()
            let earlier = failure
            failure = nil
            condition.unlock()
            if let earlier { throw earlier }
            return
        }
        var thrown: (any Error)?
        do {
            if let start = course.start {
                // The last frame is shown once at least.
                let end = number(of: time ?? course.last, from: start)
                try repeatLast(
                    of: course, to: min(max(end, number(of: course.last, from: start) + 1), FrameRecorder.mostFrames))
            }
        } catch { thrown = error }
        do { try course.sink.finish() } catch { thrown = thrown ?? error }
        condition.lock()
        self.course = nil
        isTaken = false
        condition.broadcast()
        condition.unlock()
        if let thrown { throw thrown }
    }

    // MARK: Taking turns

    private func take() -> Course? {
        condition.lock()
        defer { condition.unlock() }
        while isTaken { condition.wait() }
        guard let course else { return nil }
        isTaken = true
        return course
    }

    private func give(_ course: Course, _ thrown: (any Error)?) {
        if thrown != nil { try? course.sink.finish() }
        condition.lock()
        if let thrown { (self.course, failure) = (nil, thrown) }
        isTaken = false
        condition.broadcast()
        condition.unlock()
    }

    // MARK: Frames

    private func number(of time: Double, from start: Double) -> Int {
        let exact = ((time - start) * Double(format.rate.frames) / Double(format.rate.seconds)).rounded()
        return exact >= 0 ? Int(min(exact, Double(FrameRecorder.mostFrames))) : 0
    }

    private func add(_ frame: LayerFrame, to course: Course) throws {
        let start = course.start ?? frame.time
        guard frame.time >= start, course.start == nil || frame.time >= course.last else { return }
        let number = number(of: frame.time, from: start)
        guard number < FrameRecorder.mostFrames else { return }
        course.start = start
        // What was painted before shows until this one.
        if number > 0 { try repeatLast(of: course, to: number) }
        course.compositor.draw(frame)
        course.last = frame.time
    }

    /// Gives what was painted last to the sink, for each place before another one.
    private func repeatLast(of course: Course, to end: Int) throws {
        guard let start = course.start else { return }
        while course.count < end {
            try course.compositor.withPixels { pixels, bytesPerRow in
                try course.sink.append(
                    RecordedFrame(
                        number: course.count, time: format.rate.time(of: course.count, from: start), format: format,
                        pixels: pixels, bytesPerRow: bytesPerRow))
            }
            course.count += 1
        }
    }
}
