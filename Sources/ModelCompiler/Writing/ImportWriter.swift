internal import SourceScanning

/// Writes the imports of a generated file.
struct ImportWriter {
    /// What is imported.
    var imports: [ScannedImport] = []
    /// The modules whose types stand in what other modules see.
    var publicModules: Set<String> = []

    /// - Note: where imports are internal unless they say otherwise, those of `publicModules` say so; elsewhere none may
    ///   say anything, because all files of a module have to agree.
    func write(to text: inout SourceText) {
        var plain: [ScannedImport] = []
        for imported in imports where !plain.contains(imported) { plain.append(imported) }
        for imported in plain {
            text.conditional(imported.conditions) { text in
                let module = GeneratedName.identifier(imported.module)
                guard publicModules.contains(imported.module) else { return text.line("import \(module)") }
                text.line("#if hasFeature(InternalImportsByDefault)")
                text.line("public import \(module)")
                text.line("#else")
                text.line("import \(module)")
                text.line("#endif")
            }
        }
    }
}
