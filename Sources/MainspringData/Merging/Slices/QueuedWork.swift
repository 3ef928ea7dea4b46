/// One element of a context's queue of sliced work.
enum QueuedWork {
    /// What other contexts have saved.
    case saved(SavedMerge)
    /// What a child has saved.
    case taken(TakenMerge)
    /// The context's own save.
    case save(SlicedSave)
    /// Nothing: it waits for what came before.
    case mark(EndMark)

    /// The work itself.
    var work: any SlicedWork {
        switch self {
        case .saved(let merge): merge
        case .taken(let merge): merge
        case .save(let save): save
        case .mark(let mark): mark
        }
    }

    /// The merge, which gives early access to its objects; nil for a save, and for a mark.
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

    /// Whether it is this work.
    func isWork(_ other: AnyObject) -> Bool { work === other }

    /// Begins: on the context's queue, before anything else.
    func begin(in core: ContextCore) {
        switch self {
        case .saved(let merge): merge.begin(in: core)
        case .taken(let merge): merge.begin(in: core)
        case .save(let save): save.begin(in: core)
        case .mark: break
        }
    }

    // MARK: The order

    /// Whether it may go on while what came before is waiting. Only a child's save may: it does what the program could
    /// do.
    var overtakes: Bool { taken != nil }

    /// Whether it overtakes, and some of it has been merged.
    var hasBegunToOvertake: Bool { taken?.hasBegun == true }

    /// Whether a step is under way, which has called code that asks for the end. Merges call none that may.
    var isBusy: Bool { save?.isBusy == true }

    // MARK: Telling

    /// The time that telling of an object takes, beside its step.
    func telling(in core: ContextCore) -> Duration { save?.telling(in: core) ?? core.mergeTelling }

    /// Notes the time that it is to be taken for.
    func noteTelling(_ telling: Duration, in core: ContextCore) {
        if let save { save.noteTelling(telling, in: core) } else { core.mergeTelling = telling }
    }
}
