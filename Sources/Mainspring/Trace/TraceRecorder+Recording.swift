internal import Synchronization

// What a signposter, or a loop, calls while somebody records.
extension TraceRecorder {
    func begin(_ name: StaticName, _ category: StaticName, _ id: SignpostID) -> SignpostIntervalState {
        guard let index = ownPartIndex() else {
            refuse()
            return .unrecorded(id)
        }
        let part = parts[index]
        let thread = part.owner
        let start = clock()
        let opened = part.push(
            TraceRecord.Content(
                kind: id == .exclusive ? .slice : .interval, name: name, category: category, start: start,
                id: id.rawValue,
                thread: thread, endThread: thread))
        return SignpostIntervalState(
            recorder: self, id: id, start: start, thread: thread, owner: index, place: opened?.place ?? 0,
            number: opened?.number ?? 0)
    }

    func end(_ name: StaticName, _ category: StaticName, _ state: SignpostIntervalState) {
        let end = max(clock(), state.start)
        guard let index = ownPartIndex() else { return refuse() }
        var nests = false
        if state.number != 0 {
            // Nor does one that has outlived a loop's call-out.
            let isSlice = parts[state.owner].isSlice(state.place)
            guard parts[state.owner].close(state.place, number: state.number) else { return }
            // Only the owner may touch its stack. From elsewhere the slice leaves a free place, which the owner takes
            // off later.
            nests = state.id == .exclusive && index == state.owner && parts[index].unwind(to: state.place) && isSlice
        }
        parts[index].append(
            TraceRecord.Content(
                kind: nests ? .slice : .interval, name: name, category: category, start: state.start, end: end,
                id: state.id.rawValue, thread: state.thread, endThread: parts[index].owner))
    }

    func point(_ kind: TraceRecord.Kind, _ name: StaticName, _ category: StaticName, _ value: UInt64) {
        guard let part = ownPart() else { return refuse() }
        let thread = part.owner
        let isCounter = kind == .counter
        part.append(
            TraceRecord.Content(
                kind: kind, name: name, category: category, start: clock(), end: isCounter ? value : 0,
                id: isCounter ? 0 : value, thread: thread, endThread: thread))
    }

    /// Begins a slice of a loop; nil where there is no place for it.
    func beginLoopSlice(_ kind: LoopSliceKind, _ mode: UInt16, _ detail: UInt64) -> LoopSlice? {
        guard let part = ownPart() else {
            refuse()
            return nil
        }
        let thread = part.owner
        let opened = part.push(
            TraceRecord.Content(
                kind: .slice, name: StaticName(kind.name), category: StaticName(LoopSliceKind.category), start: clock(),
                id: detail, thread: thread, endThread: thread, loop: kind, mode: mode))
        guard let opened else {
            // Without a place it would not be known what nests in it.
            refuse()
            return nil
        }
        return LoopSlice(recorder: .passUnretained(self), place: opened.place, number: opened.number)
    }

    func end(_ slice: LoopSlice) {
        guard let part = ownPart(), var content = part.closeLoopSlice(slice.place, number: slice.number) else { return }
        content.end = max(clock(), content.start)
        part.append(content)
    }

    private func refuse() {
        refused.add(1, ordering: .relaxed)
    }
}
