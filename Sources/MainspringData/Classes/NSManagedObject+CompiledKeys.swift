package import MainspringFoundation

extension NSManagedObject: CompiledKeys {
    package static var compiledKeyPaths: [AnyKeyPath: String] { ManagedModules.table(of: self)?.keyPaths ?? [:] }
    package static var compiledKeys: [KeyTable] { ManagedModules.table(of: self)?.accessors.map(\.keys) ?? [] }
}
