internal import Foundation

extension [AnyHashable: Any] {
    /// What a style says of a key, or the style in it, and so on.
    func styleValue(forKey key: String) -> Any? {
        var level: Self? = self
        // A style that is its own style has no end.
        for _ in 0..<16 {
            guard let current = level else { return nil }
            if let value = current[key] { return value }
            level = current["style"] as? Self
        }
        return nil
    }
}
