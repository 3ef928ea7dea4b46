import Foundation
import MainspringData
import MainspringFoundation
import MainspringModel

/// What the objects of a context are told, in order, and what they do then.
final class Journal: NSObject {
    var entries: [String] = []
    var willSave: ((NSManagedObject) -> Void)?
    var awakeFromFetch: ((NSManagedObject) -> Void)?
    var prepareForDeletion: ((NSManagedObject) -> Void)?
    /// Asked before an object is inserted, updated or deleted by a save.
    var validate: ((NSManagedObject, String) throws -> Void)?

    func take() -> [String] {
        defer { entries = [] }
        return entries
    }
}

extension NSManagedObjectContext {
    /// What the context's ``Hooked`` objects are told.
    var journal: Journal {
        if let known = userInfo["journal"] as? Journal { return known }
        let made = Journal()
        userInfo["journal"] = made
        return made
    }
}

/// Writes into its context's journal what it is told.
final class Hooked: NSManagedObject {
    private var journal: Journal? { managedObjectContext?.journal }

    private func note(_ what: String) {
        journal?.entries.append("\(what) \(primitiveValue(forKey: "name") as? String ?? "-")")
    }

    override func awakeFromInsert() {
        super.awakeFromInsert()
        note("insert")
    }

    override func awakeFromFetch() {
        super.awakeFromFetch()
        note("fetch")
        journal?.awakeFromFetch?(self)
    }

    override func prepareForDeletion() {
        super.prepareForDeletion()
        note("prepare for deletion")
        journal?.prepareForDeletion?(self)
    }

    override func willSave() {
        super.willSave()
        note("will save")
        journal?.willSave?(self)
    }

    override func didSave() {
        super.didSave()
        journal?.entries.append("did save \(primitiveValue(forKey: "name") as? String ?? "-")")
    }

    override func willTurnIntoFault() {
        super.willTurnIntoFault()
        note("will be a fault")
    }

    override func didTurnIntoFault() {
        super.didTurnIntoFault()
        note("is a fault")
    }

    override func validateForInsert() throws {
        try super.validateForInsert()
        try validate("insert")
    }

    override func validateForUpdate() throws {
        try super.validateForUpdate()
        try validate("update")
    }

    override func validateForDelete() throws {
        try super.validateForDelete()
        try validate("delete")
    }

    private func validate(_ what: String) throws {
        note("validate for \(what)")
        try journal?.validate?(self, what)
    }
}

extension Company {
    /// The company with people who write down what they are told.
    static func hooked(
        kind: NSPersistentStore.StoreType = Self.kind, rules: [String: NSDeleteRule] = [:],
        adding: ((NSManagedObjectModel, [String: NSEntityDescription]) -> Void)? = nil
    ) -> Company {
        let hooked = "MainspringDataTests.Hooked"
        return Company(kind: kind, rules: rules, classes: ["Person": hooked, "Manager": hooked], adding: adding)
    }

    /// A new object of the entity's class, with a name.
    @discardableResult
    func insert(_ entity: String, _ name: String, in context: NSManagedObjectContext) -> NSManagedObject {
        let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
        object.setValue(name, forKey: "name")
        return object
    }
}

extension NSManagedObject {
    /// The value of the property “age”.
    var age: Int {
        get { value(forKey: "age") as? Int ?? -1 }
        set { setValue(newValue, forKey: "age") }
    }

    func rename(_ name: String?) { setValue(name, forKey: "name") }

    /// The names of the properties that are not as they were saved.
    var changedNames: [String] { changedValues().keys.sorted() }
}
