internal import CLinux
internal import Observation

/// Whether the calling thread is inside of `withObservationTracking`.
///
/// The standard library does not say. But who tracks puts the key path of each property that is read into a set, and for
/// that asks what the path captures for its hash: that is heard here. Outside of a tracking a registrar returns at once.
enum ObservationProbe {
    /// What the path captures.
    private struct Ear: Hashable {
        static func == (left: Ear, right: Ear) -> Bool { true }
        func hash(into hasher: inout Hasher) { mainspring_set_hears_observation(true) }
    }

    private final class Subject: Observable, Sendable {
        subscript(ear: Ear) -> Int { 0 }
    }

    private struct Probe: @unchecked Sendable {
        // `@unchecked Sendable`: constant; the key path captures nothing that changes.
        let registrar = ObservationRegistrar()
        let subject = Subject()
        let path: KeyPath<Subject, Int> = \.[Ear()]
    }

    private static let probe = Probe()

    /// About 11 ns; never true where nobody tracks.
    @inline(never)
    static func isTracking() -> Bool {
        mainspring_set_hears_observation(false)
        probe.registrar.access(probe.subject, keyPath: probe.path)
        return mainspring_hears_observation()
    }
}
