/// A kind of attack. `Scripts/attack --list` reads the names from this file.
enum Attack: String, CaseIterable {
    /// Kills of a process that saves.
    case oneWriter = "one-writer"
    /// Kills of three processes that save into one store, and of one that reads it.
    case severalWriters = "several-writers"
    /// Kills of a process that replaces a store by another one.
    case replacing = "replacing"
    /// Kills of a process that migrates a store to the place of another one.
    case migrating = "migrating"
    /// Kills of a process that migrates a store to a new version of its model where it is.
    case inPlace = "in-place"
    /// Stores on a file system without room.
    case fullDisk = "full-disk"
    /// Devices, pipes, sockets, folders and links where files of stores would be.
    case oddPlaces = "odd-places"
    /// Mutated files for every reader of files.
    case mutants = "mutants"
    /// Transfers between accounts by eight threads.
    case transfers = "transfers"
    /// Saves in processes with too few descriptors, too little memory, or too small files.
    case limits = "limits"

    /// The part of the time that the attack gets, in proportion to the others.
    var weight: Double {
        switch self {
        case .oneWriter, .severalWriters, .mutants: 2
        case .transfers: 3
        case .replacing, .migrating, .inPlace, .fullDisk, .oddPlaces, .limits: 1
        }
    }

    /// Whether the attack needs a mount namespace of its own.
    var needsPrivateSpace: Bool { self == .fullDisk }

    /// What one seed of the attack plays.
    func round(_ run: AttackRun) -> any AttackRound {
        switch self {
        case .oneWriter: OneWriterAttack(run)
        case .severalWriters: SeveralWritersAttack(run)
        case .replacing: ReplacementAttack(run, .replacing)
        case .migrating: ReplacementAttack(run, .migrating)
        case .inPlace: InPlaceMigrationAttack(run)
        case .fullDisk: FullDiskAttack(run)
        case .oddPlaces: OddPlaceAttack(run)
        case .mutants: MutantAttack(run)
        case .transfers: TransferAttack(run)
        case .limits: LimitAttack(run)
        }
    }
}

/// What one seed of an attack plays. It ends the program through ``AttackRun/fail(_:)`` if something is wrong.
protocol AttackRound {
    /// Plays the round. It takes seconds, and may end early when the time of the attack is over.
    /// - Returns: Whether another seed would play something else.
    func play() -> Bool
}
