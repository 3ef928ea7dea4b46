public import MainspringFoundation

/// An entity's own properties by key, so that predicates may ask an object for `entity.name`.
extension NSEntityDescription: KeyValueCoding {
    /// The name, the class's name, the place in the inheritance, and what tells versions apart.
    public static var keyTable: KeyTable { table }

    private static let table = KeyTable(NSEntityDescription.self) {
        $0.add("name", get: { $0.name })
        $0.add("managedObjectClassName", get: { $0.managedObjectClassName })
        $0.add("isAbstract", get: { $0.isAbstract })
        $0.add("superentity", get: { $0.superentity })
        $0.add("subentities", get: { $0.subentities })
        $0.add("properties", get: { $0.properties })
        $0.add("renamingIdentifier", get: { $0.renamingIdentifier })
        $0.add("versionHash", get: { $0.versionHash })
        $0.add("versionHashModifier", get: { $0.versionHashModifier })
        $0.add("userInfo", get: { $0.userInfo })
    }
}
