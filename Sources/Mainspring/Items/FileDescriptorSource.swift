internal import CLinux
internal import Glibc
import Synchronization

/// Watches a file descriptor with a closure (ours): pipes, sockets, terminals, event descriptors, whatever epoll takes.
///
/// It is a run loop source of version 1: add ``source`` to modes of a loop with `CFRunLoopAddSource`. Level-triggered:
/// the closure is called, once a pass, for as long as one of the events holds; the loop reads nothing from the
/// descriptor. Any number of sources may watch the same one. A regular file is always ready.
///
/// Invalidate it before closing its descriptor. A descriptor that was closed all the same is found out when it is next
/// used: the source is invalid then, ``failure`` says why, and nothing is delivered to a stranger that got its number.
public final class FileDescriptorSource: Sendable {
    /// What can be watched for, and what was found.
    public struct Events: OptionSet, Sendable, CustomStringConvertible {
        /// The bits.
        public let rawValue: UInt32

        /// Makes a set of its bits.
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// There is something to read, or the end of the stream.
        public static let readable = Events(rawValue: EPOLLIN.rawValue)
        /// There is room to write.
        public static let writable = Events(rawValue: EPOLLOUT.rawValue)
        /// The other side has closed its end, or half of it. Told without being asked for when both directions are
        /// gone.
        public static let hangUp = Events(rawValue: EPOLLRDHUP.rawValue)
        /// The descriptor has an error. Told without being asked for.
        public static let error = Events(rawValue: EPOLLERR.rawValue)

        /// The names of the events.
        public var description: String {
            let names: [(Events, String)] = [
                (.readable, "readable"), (.writable, "writable"), (.hangUp, "hangUp"), (.error, "error"),
            ]
            return names.filter { contains($0.0) }.map(\.1).joined(separator: ", ")
        }

        /// The bits that mean something; others would change how the kernel watches.
        static let known = EPOLLIN.rawValue | EPOLLOUT.rawValue | EPOLLRDHUP.rawValue | EPOLLERR.rawValue

        /// What the kernel told.
        init(kernel bits: UInt32) {
            let hangUp = bits & EPOLLHUP.rawValue == 0 ? 0 : EPOLLRDHUP.rawValue
            self.init(rawValue: bits & Events.known | hangUp)
        }
    }

    /// Why a descriptor cannot be watched.
    public struct InvalidDescriptor: Error, CustomStringConvertible {
        /// The number that means no open file.
        public let fileDescriptor: Int32

        /// The sentence.
        public var description: String {
            "File descriptor \(fileDescriptor) is not open, so no source can watch it. Give an open descriptor."
        }
    }

    /// What to add to a loop.
    public let source: CFRunLoopSource
    /// What it watches.
    public let fileDescriptor: Int32

    /// Makes a source for a descriptor, which stays the caller's to close.
    ///
    /// - Parameters:
    ///   - events: What to be called for; hang-ups and errors are told anyway.
    ///   - order: Kept; among descriptors the kernel's order of readiness counts.
    ///   - closesOnInvalidate: Closes the descriptor when the source becomes invalid.
    ///   - handler: Called on the loop's thread with what holds.
    /// - Throws: ``InvalidDescriptor``.
    public init(
        fileDescriptor: Int32, events: Events, order: Int = 0, closesOnInvalidate: Bool = false,
        handler: @escaping (Events) -> Void
    ) throws {
        guard fcntl(fileDescriptor, F_GETFD) >= 0 else { throw InvalidDescriptor(fileDescriptor: fileDescriptor) }
        self.fileDescriptor = fileDescriptor
        source = CFRunLoopSource(
            order: order,
            kind: .descriptor(
                perform: { handler(Events(kernel: $0)) },
                release: { isClosed in
                    guard closesOnInvalidate else { return }
                    if isClosed { reportNotClosed(fileDescriptor) } else { close(fileDescriptor) }
                }),
            descriptor: fileDescriptor, interest: events.rawValue & Events.known)
    }

    /// What it is called for; may be changed at any time, from any thread.
    public var events: Events {
        get { Events(rawValue: source.interest.load(ordering: .relaxed)) }
        set { source.watch(for: newValue.rawValue & Events.known) }
    }

    /// Why it became invalid by itself; nil if it did not.
    public var failure: String? { source.failure }

    /// Whether it is valid.
    public var isValid: Bool { source.isValid }

    /// Ends it for good.
    public func invalidate() { source.invalidate() }
}

extension CFRunLoopSource {
    /// Changes what the descriptor is watched for, in every loop it is in.
    func watch(for interest: UInt32) {
        guard isValid else { return }
        self.interest.store(interest, ordering: .relaxed)
        rearm()
    }

    /// Tells the loops' pollers what it is watched for now.
    func rearm() {
        for loop in loops { loop.rearm(descriptor) }
    }
}
