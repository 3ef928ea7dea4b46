internal import Foundation
internal import MainspringFoundation

/// The values that a layer has from its style.
///
/// A property that the layer itself was not given has the style's value, else the class's. What the style says is
/// stored like what is set, when the style is set, so that whoever reads a property need not look for a style.
extension CALayer {
    /// Which keys were set on the layer itself since it has, or had, a style.
    struct OwnSettings {
        var keys: Set<String> = []
        /// It is the style that sets them just now.
        var isStyling = false
    }

    /// A key was set, maybe to the value that it had.
    @inline(__always)
    final func noteSet(_ key: String) {
        if settings != nil { keep(key) }
    }

    private final func keep(_ key: String) {
        if settings?.isStyling == false { settings?.keys.insert(key) }
    }

    final func setStyle(_ style: [AnyHashable: Any]?) {
        let former = values.look.style
        if style != nil {
            isWatched = true
            settings = settings ?? OwnSettings()
        }
        change(.style) { $0.look.style = style }
        let formerKeys = former?.styleKeys ?? []
        let keys = formerKeys.union(style?.styleKeys ?? []).filter { Self.takesStyle($0) }
        guard !keys.isEmpty, let own = settings?.keys else { return }
        // What was set before there was a style is known by its value alone.
        let before = keys.subtracting(formerKeys).subtracting(own).filter {
            hasChanged($0, from: type(of: self).defaultValue(forKey: $0))
        }
        settings?.keys.formUnion(before)
        let supplied = keys.subtracting(own).subtracting(before)
        guard !supplied.isEmpty else { return }
        settings?.isStyling = true
        defer { settings?.isStyling = false }
        TransactionStack.withoutActions {
            for key in supplied.sorted() {
                setValue(style?.styleValue(forKey: key) ?? type(of: self).defaultValue(forKey: key), forKey: key)
            }
        }
    }

    /// Whether a style may say what a property is; others are values without a property, which are looked for when they
    /// are asked for.
    private class func takesStyle(_ key: String) -> Bool {
        KeyTable.of(self)[key] != nil && !unstyled.contains(key)
    }

    /// The place of a layer is its own, as Apple documents; so are the tree, who serves the layer, and the actions,
    /// which are searched for in the style.
    private static let unstyled: Set<String> = [
        "bounds", "frame", "superlayer", "sublayers", "mask", "style", "actions", "delegate", "layoutManager",
        "visibleRect",
    ]
}
