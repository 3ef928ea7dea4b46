package import MainspringFoundation

extension CALayer: CompiledKeys {
    package static var compiledKeyPaths: [AnyKeyPath: String] { TypedPathNames.names(of: self) }
    /// Layers declare their keys.
    package static var compiledKeys: [KeyTable] { [] }
}
