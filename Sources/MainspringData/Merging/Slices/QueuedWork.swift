/// An element of a ``MergeQueue``.
enum QueuedWork {
    /// The merge of another context's save.
    case saved(SavedMerge)
    /// The application of a child's save.
    case taken(TakenMerge)
    /// A save of the context.
    case save(SlicedSave)
    /// A mark, reached when all earlier work was done.
    case mark(EndMark)

    /// The work as the protocol that drives it.
    var work: any SlicedWork {
        switch self {
        case .saved(let merge): merge
        case .taken(let merge): merge
        case .save(let save): save
        case .mark(let mark): mark
        }
    }

    /// The merge, which gives early access to its objects, or nil for a save and for a mark.
    var merge: (any EarlyAccess)? {
        switch self {
        case .saved(let merge): merge
        case .taken(let merge): merge
        case .save, .mark: nil
        }
    }

    var save: SlicedSave? { if case .save(let save) = self { save } else { nil } }
    var taken: TakenMerge? { if case .taken(let merge) = self { merge } else { nil } }
    var saved: SavedMerge? { if case .saved(let merge) = self { merge } else { nil } }

    /// Whether the element contains this work.
    func isWork(_ other: AnyObject) -> Bool { work === other }

    /// Prepares the work when it is appended. Called on the context's queue.
    func begin(in core: ContextCore) {
        switch self {
        case .saved(let merge): merge.begin(in: core)
        case .taken(let merge): merge.begin(in: core)
        case .save(let save): save.begin(in: core)
        case .mark: break
        }
    }

    // MARK: The order

    /// Whether the work may be done before earlier work that waits. Only a child save may, since its changes are like the
    /// program's own.
    var overtakes: Bool { taken != nil }

    /// Whether the work overtakes and was partly done.
    var hasBegunToOvertake: Bool { taken?.hasBegun == true }

    /// Whether a step is running, whose hooks may have called the current method. Steps of merges call no hooks.
    var isBusy: Bool { save?.isBusy == true }

    // MARK: Telling

    /// The average time for the notifications of one object.
    func telling(in core: ContextCore) -> Duration { save?.telling(in: core) ?? core.event.mergeTelling }

    /// Sets the average time for the notifications of one object.
    func noteTelling(_ telling: Duration, in core: ContextCore) {
        if let save { save.noteTelling(telling, in: core) } else { core.event.mergeTelling = telling }
    }
}
