import Dispatch

/// Lets everything that stands in the main queue come first.
///
/// `Task.yield()` goes round by another thread, which may be late by any number of slices.
@MainActor
func mainQueueTurn() async {
    await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
}
