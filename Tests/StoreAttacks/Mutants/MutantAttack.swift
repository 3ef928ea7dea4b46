import Foundation
import FuzzEntries
import SeededRandom
import TrialStores

/// Mutated files for a reader that a seed chooses.
///
/// Another process reads them, so that a crash ends that one only. A crash, a broken promise, and a mutant that takes
/// too much time or memory are findings.
struct MutantAttack: AttackRound {
    private let run: AttackRun
    private let entry: FuzzEntry

    private static let count = 150
    /// The time that a mutant may take, in seconds, on a busy machine and without optimization.
    private static let mostSeconds: UInt32 = 60
    /// The address space that a process may use, in bytes.
    private static let mostMemory = 4 << 30

    init(_ run: AttackRun) {
        self.run = run
        entry = FuzzEntry.allCases.randomElement(using: &run.random) ?? .stores
    }

    func play() -> Bool {
        let child = run.start(read)
        let end = run.end(of: child)
        let numbers = child.lines.filter { $0.hasPrefix("mutant ") }
        // A crash prints its reason last.
        let messages =
            FileManager.default.contents(atPath: messageFile).map { String(decoding: $0, as: UTF8.self) } ?? ""
        guard end == .status(0) else {
            let last = messages.split(separator: "\n").suffix(3).joined(separator: " ")
            run.fail(
                "\(entry.rawValue), \(numbers.last ?? "no mutant"): the process \(AttackRun.phrase(end)): "
                    + "\(AttackRun.last(child)) \(last)")
        }
        run.counts[.mutants] += numbers.count
        return true
    }

    /// The file for what readers print about input that they cannot read.
    private var messageFile: String { run.folder + "/messages" }

    private func read(_ parent: Parent) throws {
        let messages = open(messageFile, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        dup2(messages, STDERR_FILENO)
        let specimens = try specimens()
        guard !specimens.isEmpty else { throw Broken(description: "there is no specimen for \(entry.rawValue)") }
        try ResourceLimit.memory.restricting(to: Self.mostMemory) {
            for number in 1...Self.count {
                var random = SeededGenerator(seed: run.seed &* 1_000 &+ UInt64(number))
                guard let specimen = specimens.randomElement(using: &random),
                    let other = specimens.randomElement(using: &random)
                else { return }
                let mutant = Mutation.mutant(of: specimen, with: other, longest: longest, using: &random)
                parent.hear("mutant \(number) of \(mutant.count) bytes")
                alarm(Self.mostSeconds)
                try entry.run(mutant)
                if run.isOver { return }
            }
        }
    }

    private func specimens() throws -> [[UInt8]] {
        let folder = "\(run.settings.corpus)/\(entry.rawValue)"
        return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map {
            [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\($0)")))
        }
    }

    /// The largest mutant, in bytes, as in `Scripts/fuzz`.
    private var longest: Int {
        switch entry {
        case .predicates, .texts: 512
        case .stores: 32_768
        default: 4_096
        }
    }
}
