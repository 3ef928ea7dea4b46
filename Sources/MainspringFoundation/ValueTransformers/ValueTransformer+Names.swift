extension ValueTransformer {
    /// Registers a transformer under a name, instead of what was registered; `nil` for none.
    ///
    /// May be called from any thread.
    public class func setValueTransformer(_ transformer: ValueTransformer?, forName name: NSValueTransformerName) {
        TransformerRegistry.shared.set(transformer, forName: name)
    }

    /// The names under which transformers are registered, sorted, the ones that are always there included.
    public class func valueTransformerNames() -> [NSValueTransformerName] { TransformerRegistry.shared.names }
}

/// What gives ``ValueTransformer`` the initializer that returns a registered instance.
///
/// Ours: Swift lets only an initializer of a protocol return an object that is already there. Nothing else conforms.
public protocol RegisteredValueTransformer {}

extension ValueTransformer: RegisteredValueTransformer {}

extension RegisteredValueTransformer {
    /// The transformer that is registered under a name; `nil` if there is none, or it is of another class than this is
    /// asked of.
    public init?(forName name: NSValueTransformerName) {
        guard let registered = TransformerRegistry.shared.transformer(forName: name) as? Self else { return nil }
        self = registered
    }
}
