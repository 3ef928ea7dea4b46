internal import CLinux

/// The process in which descriptors were made. A child made by `fork` shares them and must not use them.
///
/// A child that uses its parent's epoll or event descriptor changes the parent: an event that the child takes is lost
/// to the parent, and a registration that the child removes is removed for both. `posix_spawn`, `vfork` and `Process`
/// are not affected, since the started program has none of these descriptors.
package struct OwnProcess: Sendable {
    private let number: UInt32

    /// The calling process.
    package init() { number = mainspring_process_number() }

    /// Whether the calling process is this one. One load; safe in a signal handler.
    @inline(__always)
    package var isCurrent: Bool { mainspring_is_process(number) }

    /// Ends a child of this process that uses a run loop of its parent's. Safe in a signal handler.
    @inline(__always)
    func require() {
        if !isCurrent { Self.end(Self.loopSentence) }
    }

    /// Ends a child of this process that posts to a queue of its parent. Safe in a signal handler.
    ///
    /// - Parameter sentence: The error message, including the line feed.
    package func require(_ sentence: StaticString) {
        if !isCurrent { Self.end(sentence) }
    }

    private static var loopSentence: StaticString {
        """
        Mainspring: A process made by fork() used a run loop of its parent's. Both share the loop's descriptors, so the child \
        would take its parent's events. Call exec() in the child first, start it with Process or posix_spawn, or fork \
        before the parent has a run loop.

        """
    }

    @inline(never)
    private static func end(_ sentence: StaticString) -> Never {
        sentence.withUTF8Buffer { bytes in
            // A literal ends with a zero byte.
            mainspring_used_in_child(UnsafeRawPointer(bytes.baseAddress!).assumingMemoryBound(to: CChar.self))
        }
    }
}
