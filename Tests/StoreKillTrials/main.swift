// Processes that save in a loop and are killed at random instants; each looks first whether it finds what the one before it
// has acknowledged. Run by the tests.
//
//   store-kill-trials FOLDER SEED COUNT
//   store-kill-trials FOLDER SEED COUNT migrating
//   store-kill-trials FOLDER SEED COUNT mapping
//
// This process starts the others as copies of itself, which costs a millisecond, and for that has one thread only: it uses
// neither stores nor libdispatch.
import Foundation

// Kills the process, and so tells of it, instead of letting the tests wait.
alarm(540)

let arguments = CommandLine.arguments
guard (4...5).contains(arguments.count), let seed = UInt64(arguments[2]), let count = Int(arguments[3]) else {
    exit(64)
}
if arguments.count == 5 {
    guard ["migrating", "mapping"].contains(arguments[4]) else { exit(64) }
    MigrationTrial(folder: arguments[1], seed: seed, isMapped: arguments[4] == "mapping").run(count: count)
} else {
    KillTrial(store: arguments[1] + "/store.sqlite", seed: seed).run(count: count)
}
