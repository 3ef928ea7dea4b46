/// The rules of a run loop that every set of scenarios must exercise.
package enum Row: Int, CaseIterable, Sendable, Codable {
    case mainLoopNeverEmpty, emptyModeFinishes, queuedBlockKeepsMode, blockIsNoSource, mainQueueItemIsSource
    case emptinessAfterWaitOnly, blockFromBlock, oneShotTimerAlone, sourceOrder, oneSourceThenReturn
    case membershipTwice, commonModes, stopInNestedRun, missedFiresSkipped, nestedRunInTimer
    case timerOrderIgnored, observerOrder, commonBlockInCommonMode, threadExit, fireDateInOwnCallout
    case oneLoopOnly, intervals, tolerance, wakeUpWhileAwake, signalDoesNotWake
    case runModeBefore, changesInCallouts, noLockInCallouts

    /// What the rule says.
    package var title: String {
        switch self {
        case .mainLoopNeverEmpty: "the main loop with nothing added times out"
        case .emptyModeFinishes: "an empty or unknown mode, or one with observers only, finishes without observer calls"
        case .queuedBlockKeepsMode: "a queued block keeps a mode non-empty and runs before the sleep"
        case .blockIsNoSource: "a block or timer is no source to a run that returns after one"
        case .mainQueueItemIsSource: "a main queue item is a source to a run that returns after one"
        case .emptinessAfterWaitOnly: "emptiness is checked only after the wait"
        case .blockFromBlock: "a block posted by a block waits for the next round of blocks"
        case .oneShotTimerAlone: "a one-shot timer alone fires and the run finishes"
        case .sourceOrder: "source0s perform by order, then by time of signal"
        case .oneSourceThenReturn: "a run that returns after a source performs one of several"
        case .membershipTwice: "adding twice, to a second mode, invalidating, adding an invalid item"
        case .commonModes: "common items go to every common mode, also to one made common later"
        case .stopInNestedRun: "a stop ends the innermost run"
        case .missedFiresSkipped: "missed fires are skipped and the phase is kept"
        case .nestedRunInTimer: "a nested run in a timer's call-out does not fire it again"
        case .timerOrderIgnored: "the order of a timer is ignored"
        case .observerOrder: "observers by order, then by time of adding; one-shot once; not re-entered"
        case .commonBlockInCommonMode:
            "a block for the common modes runs in a common mode, one for another mode stays queued"
        case .threadExit: "at the end of the thread sources are cancelled and blocks let go"
        case .fireDateInOwnCallout: "a fire date set in the timer's own call-out"
        case .oneLoopOnly: "a timer or observer is in one loop, a source in many"
        case .intervals: "an interval below zero is zero, zero is one shot"
        case .tolerance: "tolerance has a limit and never makes a timer early"
        case .wakeUpWhileAwake: "a wake-up while the loop is awake"
        case .signalDoesNotWake: "a signal does not wake"
        case .runModeBefore: "run(mode:before:)"
        case .changesInCallouts: "adding, removing, invalidating in call-outs"
        case .noLockInCallouts: "no lock is held in call-outs"
        }
    }
}
