internal import MainspringFoundation

extension NSManagedObject: CompiledKeys {
    package static var compiledKeyPaths: [AnyKeyPath: String] { ManagedModules.table(of: self)?.keyPaths ?? [:] }
}
