internal import Diagnostics
public import Foundation

extension NSEntityDescription {
    /// Not available: NSKeyedUnarchiver of Linux ends the program on broken archives.
    @available(
        *, unavailable,
        message: "Write the model as a file and read that: NSKeyedUnarchiver ends the program on broken archives."
    )
    public convenience init?(coder: NSCoder) { unavailable() }

    /// Not available: see ``init(coder:)``.
    @available(
        *, unavailable,
        message: "Write the model as a file and read that: NSKeyedUnarchiver ends the program on broken archives."
    )
    public func encode(with coder: NSCoder) { unavailable() }
}
