// What contexts do on the process's initial thread, under each of the loops that may serve it. Run by the tests, each trial
// in a process of its own, which ends by itself when it hangs.
// LOOP is ours, foundation, joined (ours as the guest of Foundation's), or dispatch.
//
//   context-queue-trials trees|saves LOOP SEED
//   context-queue-trials events LOOP
//   context-queue-trials chain|circle LOOP
//   context-queue-trials writer LOOP BLOCKS
//   context-queue-trials slices LOOP
//   context-queue-trials workers|obtained LOOP SEED
//   context-queue-trials terminated LOOP STORE SLICE
//   context-queue-trials unserved|unserved-save|half-served|over LOOP
//   context-queue-trials beside-timer|stopped|sliced-save|busy|hook-runs|hook-runs-in-slices|hook-runs-early LOOP
//   context-queue-trials hook-runs-restoring LOOP rollback|reset
//   context-queue-trials budget-ends LOOP before|telling
//   context-queue-trials waits-inside LOOP context|coordinator|queue|reading
//   context-queue-trials told-waits LOOP first|last|saved|before|saving
//   context-queue-trials parent-waits-behind LOOP end|save|merge
//   context-queue-trials parent-waits-in-chain LOOP main|store|save [-com.apple.CoreData.ConcurrencyDebug 0|1]
//   context-queue-trials parent-waits|parent-waits-midway|parent-waits-elsewhere|parent-runs LOOP
//   context-queue-trials access LOOP [-com.apple.CoreData.ConcurrencyDebug 0|1]
import Foundation

// Kills the process, and so tells of it, instead of letting the tests wait.
alarm(120)

let arguments = CommandLine.arguments
guard arguments.count >= 3, let loop = MainLoop(rawValue: arguments[2]) else { exit(64) }

switch arguments[1] {
case "trees": TreeTrial(seed: UInt64(arguments.last ?? "") ?? 0).begin()
case "saves": SavingTrial(seed: UInt64(arguments.last ?? "") ?? 0).begin()
case "events": EventTrial.begin(loop)
case "chain": ChainTrial.begin(loop)
case "circle": CircleTrial.begin(loop)
case "access": AccessTrial.begin()
case "slices": try SliceTrial(loop).begin()
case "beside-timer": try SliceTrial(loop).saveBesideTimer()
case "unserved": try SliceTrial(loop).saveUnserved()
case "half-served": try SliceTrial(loop).saveHalfServed()
case "over": try SliceTrial(loop).saveWhileOver()
case "stopped": try SliceTrial(loop).saveWhileStopped()
case "busy": try SliceTrial(loop).saveWhileBusy()
case "parent-waits": try ParentWaitTrial().begin(isBegun: false)
case "parent-waits-midway": try ParentWaitTrial().begin(isBegun: true)
case "parent-waits-elsewhere": try ParentWaitTrial().tell()
case "parent-waits-behind": try ParentWaitTrial().goOn(behind: arguments.last ?? "")
case "parent-waits-in-chain":
    guard arguments.count > 3, let last = ParentWaitTrial.Last(rawValue: arguments[3]) else { exit(64) }
    try ParentWaitTrial().waitInChain(last)
case "parent-runs": try ParentWaitTrial().run()
case "budget-ends":
    guard let moment = BudgetEndTrial.Moment(rawValue: arguments.last ?? "") else { exit(64) }
    try BudgetEndTrial().begin(moment)
case "waits-inside":
    guard let place = InnerWaitTrial.Place(rawValue: arguments.last ?? "") else { exit(64) }
    try InnerWaitTrial().begin(place)
case "told-waits":
    guard let moment = ToldWaitTrial.Moment(rawValue: arguments.last ?? "") else { exit(64) }
    try ToldWaitTrial(moment).begin()
case "sliced-save": try SlicedSaveTrial().begin()
case "hook-runs": try HookRunTrial().begin()
case "hook-runs-in-slices": try SlicedHookTrial().begin()
case "hook-runs-early": try EarlyHookTrial().begin()
case "hook-runs-restoring":
    guard let call = HookRestoreTrial.Call(rawValue: arguments.last ?? "") else { exit(64) }
    try HookRestoreTrial(call).begin()
case "unserved-save": try SlicedSaveTrial().saveUnserved()
case "writer":
    guard let blocks = Int(arguments.last ?? ""), blocks >= 10 else { exit(64) }
    try WriterTrial(blocks: blocks).begin()
case "workers": try WorkersTrial(seed: UInt64(arguments.last ?? "") ?? 0).begin()
case "obtained": try ObtainTrial(seed: UInt64(arguments.last ?? "") ?? 0).begin()
case "terminated":
    guard arguments.count == 5, let slice = Int(arguments[4]) else { exit(64) }
    try TerminationTrial(store: arguments[3]).begin(at: slice)
default: exit(64)
}
loop.run()
