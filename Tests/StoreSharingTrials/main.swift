// Processes that have one store open at once. Run by the tests.
//
//   store-sharing-trials FOLDER SEED saving PROCESSES WORKERS SAVES
//                                     all save, with a history, while another one follows that, is killed and goes on
//   store-sharing-trials FOLDER SEED copying WAL|DELETE COUNT
//                                     one saves all the time, and others copy the store
//   store-sharing-trials FOLDER SEED locking WAL|DELETE COUNT
//                                     one waits for another, which saves or is killed in the midst of it
//   store-sharing-trials FOLDER SEED migrating COUNT
//                                     two migrate, or one has open what another migrates
//
// This process starts the others as copies of itself, and for that has one thread only: it uses neither stores nor libdispatch.
import Foundation
import TrialStores

// Kills the process, and so tells of it, instead of letting the tests wait.
alarm(ChildProcess.mostSeconds)

let arguments = CommandLine.arguments
guard arguments.count > 3, let seed = UInt64(arguments[2]) else { exit(64) }
let trial = TrialRun(folder: arguments[1], seed: seed)
let rest = Array(arguments[4...])
let numbers = rest.compactMap { Int($0) }
switch (arguments[3], rest.count, numbers.count) {
case ("saving", 3, 3): SharingTrial(trial, processes: numbers[0], workers: numbers[1], saves: numbers[2]).run()
case ("copying", 2, 1): CopyTrial(trial, journalMode: rest[0]).run(count: numbers[0])
case ("locking", 2, 1): LockTrial(trial, journalMode: rest[0]).run(count: numbers[0])
case ("migrating", 1, 1): MigrationRaceTrial(trial).run(count: numbers[0])
default: exit(64)
}
