// Attacks stores and readers of files by faults from outside. Scripts/attack runs it.
//
//   store-attacks FOLDER SECONDS CORPUS private|shared ATTACK…
//
// FOLDER is for the files of the attacks. CORPUS has a folder of specimens for each reader. With `private` the process
// is in a mount namespace of its own, where FOLDER/disk is a small tmpfs. The exit status is 1 if an attack found
// something, and 64 if the arguments are wrong.
//
// This process starts others as copies of itself. It has one thread, and uses neither stores nor libdispatch.
import Foundation
import TrialStores

guard let settings = AttackSettings(Array(CommandLine.arguments.dropFirst())) else { exit(64) }
// A process that is written to may have been killed.
signal(SIGPIPE, SIG_IGN)

let end = ContinuousClock.now + .seconds(settings.seconds)
var waiting = settings.attacks
var counts = Counts()
while let attack = waiting.first {
    let rest = waiting.filter { settings.isPrivate || !$0.needsPrivateSpace }
    waiting.removeFirst()
    guard settings.isPrivate || !attack.needsPrivateSpace else { continue }
    // An attack that ends early leaves its time to those after it.
    let left = max(0, (end - ContinuousClock.now) / .seconds(1))
    let run = AttackRun(attack, settings, seconds: left * attack.weight / rest.reduce(0) { $0 + $1.weight })
    run.play()
    counts += run.counts
}
say("In all: \(counts.text(always: [.kills, .mutants, .transfers, .places])).")
