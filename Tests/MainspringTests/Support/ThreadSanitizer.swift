import Glibc
import Testing

/// The thread sanitizer, where the tests run under it.
enum ThreadSanitizer {
    /// Whether the process has its runtime.
    static let isPresent = dlsym(UnsafeMutableRawPointer(bitPattern: 0), "__tsan_init") != nil
}

extension Trait where Self == ConditionTrait {
    /// For tests that interrupt a thread to read its stack: the sanitizer holds a signal back until the thread calls something
    /// that it knows, so that one that spins never answers.
    static var interruptsThreads: Self {
        .disabled(if: ThreadSanitizer.isPresent, "the thread sanitizer holds signals back")
    }
}
