/// When something of a frame begins and ends.
extension LayerFrame {
    /// Looks a layer's animations through: which have begun and ended by the frame's time, when the next one does, and when
    /// one changes something next.
    @inline(never)
    func lookForNotices(_ own: inout FrameAnimations, _ layer: RenderLayer) {
        own.nextNotice = .infinity
        own.nextStep = .infinity
        (own.isMoving, own.isStepping) = (false, false)
        for record in layer.animations?.records ?? [] {
            guard let timing = record.tracks.timing else { continue }
            let (start, end) = own.time.span(of: timing)
            guard time >= start else {
                own.nextNotice = min(own.nextNotice, start)
                continue
            }
            if !record.hasStarted { notices.started.append(record) }
            if time >= end {
                if !record.isOver { notices.ended.append(record) }
            } else {
                own.nextNotice = min(own.nextNotice, end)
                if own.time.speed != 0, timing.map.speed != 0 { noteNextStep(&own, of: record.tracks) }
            }
        }
        if own.isMoving { own.nextStep = .infinity }
    }

    /// Finds when an animation that runs changes something next.
    private func noteNextStep(_ own: inout FrameAnimations, of tracks: CommittedTracks) {
        // One without a track may be a transition.
        guard let first = tracks.first else { return own.isMoving = true }
        let (local, isBackwards) = (own.time.local(time), own.time.speed < 0)
        func note(_ animation: CommittedAnimation) {
            guard let next = animation.nextStep(from: local, isBackwards: isBackwards) else {
                return own.isMoving = true
            }
            own.isStepping = true
            if next.isFinite { own.nextStep = min(own.nextStep, own.time.parent(next)) }
        }
        note(first)
        for other in tracks.others { note(other) }
    }

    /// The animations that have begun and ended since they were taken last, as far as nobody was told.
    func takeNotices() -> FrameNotices {
        guard !notices.isEmpty else { return notices }
        defer { notices = FrameNotices() }
        return notices
    }
}

extension TimeMap {
    /// From when to when, in the time of this map's parent, an object inside runs; infinite where it never begins or
    /// ends.
    func span(of timing: MediaTiming) -> (start: Double, end: Double) {
        guard speed != 0 else {
            // Time stands still: what runs now runs for ever, what does not never begins.
            switch timing.sample(at: offset).phase {
            case .before: return (.infinity, .infinity)
            case .active: return (-.infinity, .infinity)
            case .after: return (-.infinity, -.infinity)
            }
        }
        let first = timing.start.map { parent($0) } ?? .infinity
        let last = timing.end.map { parent($0) } ?? .infinity
        // Backwards in the layer, what comes last comes first, and what has begun runs for ever towards the past.
        return speed > 0 ? (first, last) : (last.isFinite ? -.infinity : first, .infinity)
    }
}
