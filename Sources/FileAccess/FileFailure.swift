internal import Glibc

/// A file could not be read, written, replaced or deleted.
package struct FileFailure: Error, Equatable {
    package enum Reason: Equatable, Sendable {
        /// Something other than a regular file is at the path.
        case notRegular(FileKind)
        /// The number of the system's error, as in `errno`.
        case system(Int32)
    }

    /// The action that failed, as a participle: “deleted”.
    package var action: String
    package var path: String
    package var reason: Reason

    package init(_ action: String, _ path: String, _ reason: Reason) {
        (self.action, self.path, self.reason) = (action, path, reason)
    }

    /// A failure with the calling thread's `errno`.
    package static func system(_ action: String, _ path: String) -> FileFailure {
        FileFailure(action, path, .system(errno))
    }

    /// The system's error number; `nil` if the kind of the file is the reason.
    package var number: Int32? {
        if case .system(let number) = reason { number } else { nil }
    }

    /// The reason as a clause without a period.
    package var clause: String {
        switch reason {
        case .notRegular(let kind): "it is \(kind.title), not a regular file"
        case .system(let number): String(cString: strerror(number))
        }
    }
}
