internal import SourceScanning

extension ClassWriter {
    /// The modules whose types other modules see in what is written: an import that is public for none is a warning.
    var publicModules: Set<String> {
        guard plan.access >= .public else { return [] }
        // The superclass, and the request.
        var modules: Set<String> = [names.objectModule]
        for property in entity.properties {
            if case .toMany(let destination, _) = property.kind, isPublic(classOf: destination) {
                modules.insert("Foundation")
            }
            guard !isDeclared(property.name) else { continue }
            if case .custom(let name) = property.kind, let custom = target.customTypes[name] {
                if custom.access >= .public { modules.formUnion(custom.modules) }
                continue
            }
            let (type, level, _) = type(of: property)
            if level >= .public { modules.formUnion(names.modules(in: type)) }
        }
        return modules
    }

    private func isPublic(classOf entity: String) -> Bool {
        target.classNames[entity].map { access(of: $0) >= .public } ?? true
    }
}
