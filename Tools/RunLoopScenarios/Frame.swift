/// What a player knows of a run that is going on.
struct Frame {
    let serial: Int
    let mode: ModeName
    let limit: Run.Limit
    let returnAfterSourceHandled: Bool
    /// The hidden observer follows the stages.
    let isFollowed: Bool
    /// Loop time at which it times out.
    let deadline: Double?
    /// Longest time-out of a run inside it; nil if only polls fit.
    let innerSeconds: Double?

    /// The stage that was seen last.
    var stage = Activities.entry
    var pass = 0
    /// Wake-ups are dropped now.
    var ignoresWakeUps = false
    /// This pass has had its wait or its poll.
    var hasServedPort = false
    var hasPerformedSource0 = false
    /// This pass has come to its sleep.
    var hasSlept = false
    /// A wake-up or a stop ended that sleep.
    var wasWoken = false
    /// Sources collected in this pass that have not had their turn, in order.
    var pendingSources: [Int] = []
    /// When the hidden observer saw the end of the stage before the first blocks, in steps of the trace.
    var blocksBeganAt = 0
    /// When it did something that must lie before the deadline.
    var lastActivity: Double
    var timedRunsInside = 0

    // What the rows ask for.
    var observerCalls = 0
    var blocks = 0
    var timers = 0
    var sources = 0
    var mainQueueItems = 0
    var wasEmptyButForBlocks = false
    var wasEmpty = false
    var onlyTimer: Int?
    var signalledAtStart = 0
    var performedInPass = 0
    var wasStopped = false
    /// Somebody stopped the run when it was not yet asleep.
    var wasStoppedBeforeSleep = false
    /// The player ended the run because nothing more was to come.
    var wasEndedAsIdle = false

    /// The time-out was found in a pass that did not sleep until then: the machine was too slow.
    var timedOutTooSoon: Bool { isFollowed && pass > 0 && (!hasSlept || wasWoken || hasServedPort) }
    var isPoll: Bool { limit == .poll || limit == .negative }
}

/// In which call-out operations are carried out.
enum Place: Equatable {
    case outside
    case observer(Int, UInt)
    case source0(Int)
    case source1(Int)
    case timer(Int)
    case block(postedAt: Int)
    case mainQueueItem
}
