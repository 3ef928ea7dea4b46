internal import Diagnostics

extension NSManagedObject {
    /// Not available: there is no Combine here.
    @available(
        *, unavailable,
        message:
            "There is no Combine here: objects are Observable, so that withObservationTracking follows their properties."
    )
    public final var objectWillChange: Never { unavailable() }
}
