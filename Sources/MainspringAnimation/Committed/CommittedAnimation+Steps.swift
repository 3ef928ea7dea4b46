extension CommittedAnimation {
    /// The instant of the layer's time at which the value changes next, while the animation runs; infinite if it does not
    /// before the end. Nil where it may change at any.
    /// - Parameter isBackwards: The layer's time runs backwards.
    func nextStep(from time: Double, isBackwards: Bool) -> Double? {
        // A group's time, a pace, and what adds up are followed frame by frame.
        guard groups.isEmpty, !isCumulative, let bounds = track.bounds else { return nil }
        if bounds.isEmpty { return .infinity }
        guard pace == nil || pace?.isLinear == true else { return nil }
        return timing.nextPassage(of: bounds, from: time, isBackwards: isBackwards)
    }
}

extension MediaTiming {
    /// The parent's time at which the progress of what runs passes one of some parts next; nil where that cannot be said.
    ///
    /// A part that is just reached counts as passed where the progress grows, and as the next where it falls: what begins
    /// at a part has its value there.
    /// - Parameters:
    ///   - parts: From 0 to 1, with both, and never falling.
    ///   - isBackwards: The parent's time runs backwards.
    func nextPassage(of parts: [Double], from parent: Double, isBackwards: Bool) -> Double? {
        guard map.speed != 0, duration > 0, duration.isFinite else { return nil }
        let time = map.local(parent)
        // As the progress is found, so that both agree on which side of a part an instant is.
        let cycle = autoreverses ? duration * 2 : duration
        let repeats = (time / cycle).rounded(.down)
        let place = (time - repeats * cycle) / duration
        guard place.isFinite else { return nil }
        // Where a run begins anew the last part is followed by the first; where it turns round nothing is passed.
        let inner = parts.dropFirst().dropLast()
        let goesDown = (map.speed < 0) != isBackwards
        var next: Double
        if goesDown {
            next = autoreverses ? -.infinity : 0
            for part in inner where part <= place { next = max(next, part) }
            if autoreverses {
                for part in inner where 2 - part < place { next = max(next, 2 - part) }
                if next < 0 { next = -(inner.first ?? .infinity) }
            }
        } else {
            next = autoreverses ? .infinity : 1
            for part in inner where part > place { next = min(next, part) }
            if autoreverses {
                for part in inner where 2 - part >= place { next = min(next, 2 - part) }
                if next > 2 { next = 2 + (inner.first ?? .infinity) }
            }
        }
        return next.isFinite ? map.parent(repeats * cycle + next * duration) : .infinity
    }
}
