// Processes that write a store and end within some call to the disk, as by a SIGKILL; each is followed by one that looks whether it
// finds what was acknowledged. Run by the tests.
//
//   store-kill-trials FOLDER SEED COUNT saving|migrating|mapping|batches
//
// This process starts the others as copies of itself, and for that has one thread only: it uses neither stores nor libdispatch.
import Foundation
import TrialStores

// Kills the process, and so tells of it, instead of letting the tests wait.
alarm(ChildProcess.mostSeconds)

let arguments = CommandLine.arguments
guard arguments.count == 5, let seed = UInt64(arguments[2]), let count = Int(arguments[3]) else { exit(64) }
let trial = TrialRun(folder: arguments[1], seed: seed)
switch arguments[4] {
case "saving": KillTrial(trial).run(count: count)
case "migrating": MigrationTrial(trial, isMapped: false).run(count: count)
case "mapping": MigrationTrial(trial, isMapped: true).run(count: count)
case "batches": BatchTrial(trial).run(count: count)
default: exit(64)
}
