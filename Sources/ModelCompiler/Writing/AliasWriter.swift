internal import SourceScanning

/// Writes what names that Foundation has as well mean in a module that imports `CoreData`.
///
/// In a file that imports both, such a name would be ambiguous as a type; a declaration of the module itself comes first.
/// It is public where the module itself offers something of that type, because it could not do so otherwise.
enum AliasWriter {
    static func write(publicNames: Set<String>, to text: inout SourceText) {
        let module = "CoreData"
        ImportWriter(
            imports: [ScannedImport(module: module)], publicModules: publicNames.isEmpty ? [] : [module]
        ).write(to: &text)
        text.line()
        for name in KnownTypes.shadowingTypes.keys.sorted() {
            if publicNames.contains(name) {
                text.line("/// The type of this name in `\(module)`.")
                text.line("public typealias \(name) = \(module).\(name)")
            } else {
                text.line("typealias \(name) = \(module).\(name)")
            }
        }
    }
}
