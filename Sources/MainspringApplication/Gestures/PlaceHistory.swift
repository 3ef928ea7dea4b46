internal import Foundation

/// Where something was lately, to say how fast it goes.
struct PlaceHistory {
    private var places: [(place: CGPoint, time: Double)] = []

    /// Only what is younger than this counts, in seconds. [assumed]
    static let window = 0.1
    /// So many places are kept, however quickly they come.
    static let limit = 32

    mutating func add(_ place: CGPoint, at time: Double) {
        if let last = places.last, time <= last.time {
            places[places.count - 1].place = place
            return
        }
        places.removeAll { time - $0.time > Self.window }
        if places.count == Self.limit { places.removeFirst() }
        places.append((place, time))
    }

    /// The oldest place that counts, the last one, and the seconds between; nil where that is no time.
    var course: (first: CGPoint, last: CGPoint, seconds: Double)? {
        guard let first = places.first, let last = places.last, last.time > first.time else { return nil }
        return (first.place, last.place, last.time - first.time)
    }
}
