import Mainspring
import MainspringApplication

/// An application without a display that runs until an async body is over, however many windows that closes.
@MainActor
final class HeadlessRun: ApplicationDelegate {
    private let interrupted: () -> Void

    private init(interrupted: @escaping () -> Void) { self.interrupted = interrupted }

    /// - Parameter interrupted: A signal ends the program before the body is over; called before that.
    /// - Throws: what the body throws.
    static func run(
        _ windows: HeadlessWindowSystem, interrupted: @escaping () -> Void = {},
        _ body: @escaping @MainActor () async throws -> Void
    ) throws {
        let (application, run) = (Application.shared, HeadlessRun(interrupted: interrupted))
        (application.windowSystem, application.delegate) = (windows, run)
        var failure: (any Error)?
        Task { @MainActor in
            do { try await body() } catch { failure = error }
            application.stop(nil)
        }
        application.run()
        withExtendedLifetime(run) {}
        // What has failed has left its own.
        AtlasStore.removeAll()
        if let failure { throw failure }
    }

    func applicationShouldTerminateAfterLastWindowClosed(_ sender: Application) -> Bool { false }

    /// A signal ends it.
    func applicationWillTerminate(_ application: Application) {
        AtlasStore.removeAll()
        interrupted()
    }
}
