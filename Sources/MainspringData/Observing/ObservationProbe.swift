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
        let registrar = ObservationRegistrar()
        subscript(ear: Ear) -> Int { 0 }
    }

    private struct Probe: @unchecked Sendable {
        // `@unchecked Sendable`: constant, and never freed; the key path captures nothing that changes.
        let subject = Unmanaged.passRetained(Subject())
        let path = Unmanaged<KeyPath<Subject, Int>>.passRetained(\.[Ear()])
    }

    private static let probe = Probe()

    /// About 11 ns; never true where nobody tracks.
    @inline(never)
    static func isTracking() -> Bool {
        mainspring_set_hears_observation(false)
        // Counting references would take several times as long as the question.
        probe.subject._withUnsafeGuaranteedRef { subject in
            probe.path._withUnsafeGuaranteedRef { subject.registrar.access(subject, keyPath: $0) }
        }
        return mainspring_hears_observation()
    }
}
