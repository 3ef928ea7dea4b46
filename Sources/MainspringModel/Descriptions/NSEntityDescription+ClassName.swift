/// How files name classes.
extension NSEntityDescription {
    /// Takes over the name of a class as it stands in files: one with a dot before it is of the model's own module; another
    /// module may stand before the dot.
    package final func setClass(named name: String) {
        guard let dot = name.lastIndex(of: "."), dot != name.indices.last else {
            explicitClassName = name
            return
        }
        explicitClassName = String(name[name.index(after: dot)...])
        if dot == name.startIndex {
            source.isClassOfOwnModule = true
        } else {
            source.classModule = String(name[..<dot])
            source.moduleName = source.classModule
        }
    }
}
