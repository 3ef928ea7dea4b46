internal import CXCB
internal import Foundation
internal import Locks

/// How many pixels a point is, as the user has set it for all windows: `Xft.dpi` among the server's resources, where 96
/// is 1; or the environment's `MAINSPRING_SCALE`, which counts alone.
final class DisplayScale: Sendable {
    private let fixed: CGFloat?
    private let current: Guarded<CGFloat>

    /// The resources are read no further than this.
    private static let resourceLimit = 1 << 20

    init(_ connection: X11Connection, fixed: CGFloat?) {
        let environment = getenv("MAINSPRING_SCALE").flatMap { Self.parse(String(cString: $0)) }
        let fixed = fixed ?? environment
        self.fixed = fixed
        current = Guarded(fixed ?? Self.read(connection))
    }

    var value: CGFloat { current.withLock { $0 } }

    /// The resources have changed. What the scale is now, if that is another one.
    func reread(_ connection: X11Connection) -> CGFloat? {
        guard fixed == nil else { return nil }
        let new = Self.read(connection)
        return current.withLock { current in
            guard current != new else { return nil }
            current = new
            return new
        }
    }

    private static func read(_ connection: X11Connection) -> CGFloat {
        let value = connection.property(
            connection.screen.root, XCB_ATOM_RESOURCE_MANAGER.rawValue, type: XCB_ATOM_STRING.rawValue,
            limit: resourceLimit)
        return value.flatMap { dotsPerInch(in: $0.bytes) }.map { $0 / 96 } ?? 1
    }

    /// What the resources say of `Xft.dpi`, if it is of use.
    static func dotsPerInch(in resources: [UInt8]) -> CGFloat? {
        for line in resources.split(whereSeparator: { $0 == 10 || $0 == 13 }) {
            let parts = line.split(separator: 58, maxSplits: 1)
            guard parts.count == 2, String(decoding: parts[0], as: UTF8.self).trimmed == "Xft.dpi" else { continue }
            guard let dots = Double(String(decoding: parts[1], as: UTF8.self).trimmed), dots >= 24, dots <= 1536
            else { return nil }
            return dots
        }
        return nil
    }

    /// A scale that a window can have.
    static func parse(_ text: String) -> CGFloat? {
        guard let scale = Double(text.trimmed), scale >= 0.25, scale <= 16 else { return nil }
        return scale
    }
}

extension String {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
