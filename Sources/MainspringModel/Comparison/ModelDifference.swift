/// Something that two models differ in, as a value with a sentence. Ours.
public struct ModelDifference: Hashable, Sendable, CustomStringConvertible {
    /// What differs.
    public enum Change: Hashable, Sendable {
        /// Only the second model has it.
        case added
        /// Only the first model has it.
        case removed
        /// Both have it and say something else; `nil` for what one does not say.
        case changed(ModelAspect, from: String?, to: String?)
    }

    /// What it is about.
    public enum Subject: Hashable, Sendable {
        /// The model as a whole.
        case model
        /// An entity.
        case entity(String)
        /// A property of an entity; an element of a composite attribute by its path, as in `address.city`.
        case property(String, entity: String)
        /// An index of an entity.
        case index(String, entity: String)
    }

    /// What it is about.
    public let subject: Subject
    /// What differs.
    public let change: Change

    init(_ subject: Subject, _ change: Change) {
        self.subject = subject
        self.change = change
    }

    /// Whether the version hashes differ because of it, so that a store of one model does not open with the other.
    public var countsForVersion: Bool {
        switch (subject, change) {
        case (_, .changed(let aspect, _, _)): aspect.countsForVersion
        case (.index, _), (.model, _): false
        case (.entity, _), (.property, _): true
        }
    }

    /// The difference as a sentence.
    public var description: String {
        switch change {
        case .added: "\(title) was added."
        case .removed: "\(title) was removed."
        case .changed(let aspect, let from, let to):
            "\(title): \(aspect.rawValue) was \(from ?? "not set") and is \(to ?? "not set")."
        }
    }

    private var title: String {
        switch subject {
        case .model: "The model"
        case .entity(let name): "The entity \"\(name)\""
        case .property(let name, let entity): "The property \"\(name)\" of the entity \"\(entity)\""
        case .index(let name, let entity): "The index \"\(name)\" of the entity \"\(entity)\""
        }
    }
}
