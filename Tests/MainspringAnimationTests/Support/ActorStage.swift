import Foundation
import Mainspring

@testable import MainspringAnimation

/// A stage on an actor whose executor is a loop's: tasks animate there under a virtual clock.
actor ActorStage {
    private let executor: RunLoopExecutor
    private let clock: VirtualClock
    private var made: Stage?

    init(_ thread: RunLoopThread, _ clock: VirtualClock) {
        executor = thread.executor
        self.clock = clock
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// The stage, made at the first use.
    var stage: Stage {
        if let made { return made }
        let stage = Stage(clock)
        made = stage
        return stage
    }

    /// Does something with the stage.
    func perform<Result: Sendable>(
        _ body: @Sendable (isolated ActorStage, Stage) async throws -> Result
    ) async rethrows -> Result {
        try await body(self, stage)
    }

    /// Lets the stage go, on its thread.
    func end() { made = nil }
}

/// Runs a closure on an actor with a stage, at time 0 of its clock.
func onActorStage<Result: Sendable>(
    _ body: @Sendable (isolated ActorStage, Stage) async throws -> Result
) async throws -> Result {
    let clock = VirtualClock()
    let thread = RunLoopThread(name: "actor stage", clock: clock)
    let actor = ActorStage(thread, clock)
    let result: Result
    do {
        result = try await actor.perform(body)
    } catch {
        await actor.end()
        thread.stop()
        throw error
    }
    await actor.end()
    thread.stop()
    return result
}
