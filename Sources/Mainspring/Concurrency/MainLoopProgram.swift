internal import CLinux
internal import Diagnostics
internal import Glibc

/// The entry of a program whose main thread runs a main loop (ours).
///
/// ```swift
/// @main
/// struct Hello: MainLoopProgram {
///     func run() async throws {
///         try await Task.sleep(for: .seconds(1))
///         print("on the main thread:", pthread_self())
///     }
/// }
/// ```
///
/// `run()` is isolated to the `MainActor` and stays on the initial thread across every `await`, where the main loop
/// also serves `DispatchQueue.main`, timers, descriptors and all else. An ordinary `async main` cannot: its first
/// `await` ends the initial thread and moves the main queue elsewhere. The program ends when `run()` returns; an error
/// that it throws is printed and ends it with status 1.
public protocol MainLoopProgram {
    /// Makes the program, on the main thread.
    @MainActor init()

    /// What the program does. It may also return nothing of interest and let the loop's items work: await what ends
    /// them.
    @MainActor func run() async throws
}

extension MainLoopProgram {
    /// Runs the main loop on the initial thread until `run()` has returned. `@main` calls it.
    public static func main() {
        guard mainspring_is_initial_thread() else {
            programmerError(
                "\(Self.self).main() was called on another thread than the process's initial one. Let @main call it.")
        }
        MainLoopEntry.run { try await Self().run() }
    }
}

/// Runs the main loop around an async body.
enum MainLoopEntry {
    static func run(_ body: @escaping @MainActor () async throws -> Void) {
        let loop = LoopTable.current
        // The initial thread is the main actor's from here on.
        let end = MainActor.assumeIsolated { ProgramEnd() }
        Task { @MainActor in
            do {
                try await body()
                end.finish(loop, status: EXIT_SUCCESS)
            } catch {
                report("Error: \(error)")
                end.finish(loop, status: EXIT_FAILURE)
            }
        }
        while !MainActor.assumeIsolated({ end.isReached }) {
            _ = loop.run(in: .defaultMode, seconds: 1.0e10, returnAfterSourceHandled: false)
        }
        let status = MainActor.assumeIsolated { end.status }
        if status != EXIT_SUCCESS { exit(status) }
    }
}

/// Whether the program's body is over.
@MainActor
private final class ProgramEnd {
    private(set) var isReached = false
    private(set) var status = EXIT_SUCCESS

    /// Stops the outermost run: at once, or when the runs inside it have ended by themselves.
    func finish(_ loop: CFRunLoop, status: Int32) {
        isReached = true
        self.status = status
        let observer = CFRunLoopObserverCreateWithHandler(
            nil, CFRunLoopActivity.beforeTimers.union(.beforeSources).rawValue, true, .min
        ) { [unowned loop] _, _ in
            if loop.depth == 1 { loop.wake.stop() }
        }
        loop.add(observer!, to: .commonModes)
        if loop.depth == 1 { loop.wake.stop() }
    }
}
