internal import Foundation

extension [AnyHashable: Any] {
    /// What a style says of a key, or the style in it, and so on.
    func styleValue(forKey key: String) -> Any? {
        var found: Any?
        visitStyles { level in
            found = level[key]
            return found == nil
        }
        return found
    }

    /// The keys that a style, or one in it, says something of.
    var styleKeys: Set<String> {
        var keys: Set<String> = []
        visitStyles { level in
            keys.formUnion(level.keys.lazy.compactMap { $0.base as? String })
            return true
        }
        return keys
    }

    /// The style and those in it, as long as more are wanted.
    private func visitStyles(_ wantsMore: (Self) -> Bool) {
        var level: Self? = self
        // A style that is its own style has no end.
        for _ in 0..<16 {
            guard let current = level, wantsMore(current) else { return }
            level = current["style"] as? Self
        }
    }
}
