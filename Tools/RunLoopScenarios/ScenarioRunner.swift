internal import Glibc

/// What playing a scenario on one kind of loop came to.
package struct Outcome: Sendable {
    package var trace: Trace
    package var rows: Set<Row>
    /// How often it had to be played until the machine was quick enough for its limits; nil if it never was.
    package var attempts: Int?
}

/// Plays scenarios on the threads that they ask for.
package enum ScenarioRunner {
    private final class Job: @unchecked Sendable {
        // `@unchecked Sendable`: used by the new thread alone until it is joined, then by the joining one.
        let scenario: Scenario
        let kind: any LoopKind
        let patience: Double
        var player: ScenarioPlayer?

        init(_ scenario: Scenario, _ kind: any LoopKind, _ patience: Double) {
            self.scenario = scenario
            self.kind = kind
            self.patience = patience
        }
    }

    /// Plays a scenario; one for the main thread must be asked for on it.
    package static func play(_ scenario: Scenario, on kind: any LoopKind) -> Outcome {
        var patience = 1.0
        var outcome = Outcome(trace: Trace(), rows: [], attempts: nil)
        for attempt in 1...5 {
            let player = playOnce(scenario, on: kind, patience: patience)
            outcome.trace = player.trace
            outcome.rows = player.rows
            if !player.isLate {
                outcome.attempts = attempt
                break
            }
            patience *= 3
        }
        return outcome
    }

    private static func playOnce(_ scenario: Scenario, on kind: any LoopKind, patience: Double) -> ScenarioPlayer {
        if scenario.stage == .mainThread {
            let player = ScenarioPlayer(scenario, on: kind, patience: patience)
            player.play()
            player.cleanUp()
            player.finish()
            return player
        }
        let job = Job(scenario, kind, patience)
        var thread = pthread_t()
        let error = pthread_create(
            &thread, nil,
            { context in
                let job = Unmanaged<Job>.fromOpaque(context.unsafelyUnwrapped).takeUnretainedValue()
                let player = ScenarioPlayer(job.scenario, on: job.kind, patience: job.patience)
                job.player = player
                player.play()
                return nil
            }, Unmanaged.passUnretained(job).toOpaque())
        precondition(error == 0, "No thread could be started (error \(error)).")
        pthread_join(thread, nil)
        withExtendedLifetime(job) {}
        guard let player = job.player else { preconditionFailure("The scenario's thread made no player.") }
        player.finish()
        return player
    }
}
