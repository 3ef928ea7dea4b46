/// Why models could not be merged, as a sentence. Ours.
public enum ModelMergeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Two models have entities of one name that say different things, of which one is given.
    case differentEntities(name: String, difference: String)
    /// Two models have fetch request templates of one name that ask different questions.
    case differentTemplates(name: String)
    /// An entity has no name.
    case entityWithoutName

    /// The sentence.
    public var description: String {
        switch self {
        case .differentEntities(let name, let difference):
            "Can't merge models with two different entities named \"\(name)\". \(difference) "
                + "Rename one of them, or make them equal."
        case .differentTemplates(let name):
            "Can't merge models with two different fetch request templates named \"\(name)\". "
                + "Rename one of them, or make them equal."
        case .entityWithoutName: "Can't merge models with an entity that has no name. Set its name."
        }
    }
}
