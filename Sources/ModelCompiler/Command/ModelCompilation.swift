/// Models in the form in which programs read them, without the code of their classes.
public enum ModelCompilation {
    /// Compiles a model into a folder, which is made if it is not there.
    ///
    /// The files are those that a program's resources have; no class is said to be of a module.
    /// - Returns: the name of what was written: `NAME.momd` for a `.xcdatamodeld`, else `NAME.mom`.
    /// - Throws: ``CommandError`` for a model that cannot be read or has issues, and for a place that cannot be written.
    public static func compile(_ path: String, into folder: String) throws(CommandError) -> String {
        let model = try CompiledModel(path)
        try model.write(into: folder, classModules: [:])
        return model.fileName
    }
}
