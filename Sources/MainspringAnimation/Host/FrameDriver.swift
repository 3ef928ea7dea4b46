/// What makes a host's frames come at their time.
protocol FrameDriver: AnyObject, Sendable {
    /// Asks for a frame at an instant, in nanoseconds of the clock, if none is due before. From any thread.
    func request(at time: UInt64)

    /// Makes no more frames. Does not wait for one that is being made.
    func stop()
}
