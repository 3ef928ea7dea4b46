// Processes that save into one store at once, with a history, while another one follows that history, is killed and goes on. Run
// by the tests.
//
//   store-sharing-trials FOLDER SEED PROCESSES WORKERS SAVES
//
// This process starts the others as copies of itself, and for that has one thread only: it uses neither stores nor libdispatch.
import Foundation

// Kills the process, and so tells of it, instead of letting the tests wait.
alarm(540)

let arguments = CommandLine.arguments
guard arguments.count == 6, let seed = UInt64(arguments[2]), let processes = Int(arguments[3]),
    let workers = Int(arguments[4]), let saves = Int(arguments[5])
else { exit(64) }
SharingTrial(folder: arguments[1], seed: seed, processes: processes, workers: workers, saves: saves).run()
