internal import Foundation

/// Writes a line at once, so that it is there however the process ends.
package func say(_ line: String) { say(line, to: STDOUT_FILENO) }

/// Writes a line to a file at once.
func say(_ line: String, to file: Int32) {
    let bytes = Array((line + "\n").utf8)
    var written = 0
    while written < bytes.count {
        let count = bytes[written...].withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        // Who is to hear it may be gone.
        guard count > 0 else { return }
        written += count
    }
}
