/// How many frames a display had in some time, and in how many of them it was asked for a picture.
struct FrameCount: Equatable {
    /// Seconds from one frame to the next.
    let period: Double
    private var first: Int?
    private var last = 0
    /// For how many frames the program had something to show.
    private(set) var shown = 0

    /// Begins with the next frame, which counts as none: time begins with it.
    init(period: Double) { self.period = period }

    /// The program is shown a frame's beginning, in seconds.
    mutating func note(_ timestamp: Double) {
        let number = Int((timestamp / period).rounded())
        guard first != nil else {
            (first, last) = (number, number)
            return
        }
        guard number > last else { return }
        last = number
        shown += 1
    }

    /// How many frames there were.
    var due: Int { last - (first ?? last) }
    /// How many of them went by while the program was busy.
    var missed: Int { due - shown }
}
