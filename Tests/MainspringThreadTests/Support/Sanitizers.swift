import Glibc
import Testing

/// The sanitizers that the tests may run under: whether the process has a one's runtime.
enum Sanitizers {
    static let hasThread = has("__tsan_init")
    static let hasAddress = has("__asan_init")

    private static func has(_ symbol: String) -> Bool { dlsym(UnsafeMutableRawPointer(bitPattern: 0), symbol) != nil }
}

extension Trait where Self == ConditionTrait {
    /// For tests that interrupt a thread to read its stack: the thread sanitizer holds a signal back until the thread calls
    /// something that it knows, so that one that spins never answers; the address sanitizer forbids to read the stack.
    static var interruptsThreads: Self {
        .disabled(
            if: Sanitizers.hasThread || Sanitizers.hasAddress, "a sanitizer lets no other thread's stack be read")
    }
}
