import Foundation
import MainspringData
import MainspringFoundation
import MainspringModel
import SeededRandom

/// People whose lists a context keeps, and who are changed at random: there, in a child, and by others.
struct ListWorld {
    let company = Company(rules: ["Department.people": .nullifyDeleteRule])
    let context: NSManagedObjectContext
    let manager = UndoManager()
    var random: SeededGenerator
    private var count = 0
    private let departments: [NSManagedObjectID]
    private let hasUndo: Bool
    /// Holds all that is here: of what nobody holds nobody hears.
    private(set) var people: [NSManagedObject] = []

    init(seed: UInt64) throws {
        random = SeededGenerator(seed: seed)
        context = company.context()
        context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        context.retainsRegisteredObjects = true
        departments = try ["Sales", "Board", "Legal", "Press"].enumerated().map { [company, context] index, name in
            let department = company.make("Department", name, in: context)
            department.age = index
            try context.obtainPermanentIDs(for: [department])
            return department.objectID
        }
        hasUndo = seed.isMultiple(of: 2)
        for _ in 0..<12 { try insert(into: context) }
        try context.save()
        if hasUndo {
            manager.groupsByEvent = false
            context.undoManager = manager
        }
        try fetchAll()
    }

    private mutating func fetchAll() throws {
        people = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Person"))
    }

    /// Those that have no changes here and are not as the stores have them, though all that was saved was merged.
    var strayed: [String] {
        let reader = company.context()
        return people.filter { !$0.hasChanges }.compactMap { person in
            let stored = (try? reader.existingObject(with: person.objectID)).map(Self.text) ?? "nothing"
            return stored == Self.text(person) ? nil : "\(Self.text(person)), and in the store \(stored)"
        }
    }

    private static func text(_ person: NSManagedObject) -> String {
        "\(person.title) \(person.age) \(person["department"]?.title ?? "-")"
    }

    // MARK: Changes

    /// Makes a person, who has an identity for ever: what tasks and differences are told are identities.
    private mutating func insert(into context: NSManagedObjectContext) throws {
        count += 1
        let isManager = Int.random(in: 0..<4, using: &random) == 0
        let person = company.make(isManager ? "Manager" : "Person", "", in: context)
        try context.obtainPermanentIDs(for: [person])
        change(person)
        rename(person)
        move(person)
    }

    private mutating func change(_ person: NSManagedObject) { person.age = .random(in: 0..<6, using: &random) }

    private mutating func rename(_ person: NSManagedObject) {
        // Names are all different, so that there is one order.
        count += 1
        person.rename("\(["a", "b", "c", "d"].randomElement(using: &random) ?? "")\(count)")
    }

    private mutating func move(_ person: NSManagedObject) {
        let department = Bool.random(using: &random) ? nil : departments.randomElement(using: &random)
        let context = person.managedObjectContext
        if Bool.random(using: &random), let department {
            context?.object(with: department).add(person, to: "people")
        } else {
            person["department"] = department.flatMap { context?.object(with: $0) }
        }
    }

    private mutating func changeSome(of all: [NSManagedObject], in context: NSManagedObjectContext) throws {
        let living = all.filter { !$0.isDeleted && $0.managedObjectContext === context }
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            let person = living.randomElement(using: &random)
            switch Int.random(in: 0..<9, using: &random) {
            case 0, 1: if living.count < 40 { try insert(into: context) }
            case 2, 3: person.map { change($0) }
            case 4: person.map { rename($0) }
            case 5, 6: person.map { move($0) }
            case 7: if let person, !person.isDeleted { context.delete(person) }
            default:
                // Back to what it was.
                if let person {
                    person.age += 1
                    person.age -= 1
                }
            }
        }
    }

    /// One round: the context has processed all that was changed when it returns.
    /// - Returns: what it was, in a word.
    mutating func step() throws -> String {
        let word: String
        switch Int.random(in: 0..<14, using: &random) {
        case 4 where hasUndo && manager.canUndo:
            context.undo()
            word = "undo"
        case 5 where hasUndo && manager.canRedo:
            context.redo()
            word = "redo"
        case 6 where Int.random(in: 0..<4, using: &random) == 0:
            context.rollback()
            word = "rollback"
        case let number:
            if hasUndo { manager.beginUndoGrouping() }
            word = try change(number)
            context.processPendingChanges()
            if hasUndo { manager.endUndoGrouping() }
        }
        try fetchAll()
        return word
    }

    private mutating func change(_ number: Int) throws -> String {
        switch number {
        case 0:
            try changeInChild()
            return "child"
        case 1, 2:
            try changeElsewhere()
            return "merge"
        case 3:
            try context.save()
            return "save"
        case 7:
            context.refreshAllObjects()
            return "refresh"
        default:
            try changeSome(of: people, in: context)
            return "change"
        }
    }

    private mutating func changeInChild() throws {
        let child = context.child()
        let copies = people.prefix(8).map { child.object(with: $0.objectID) }
        try changeSome(of: copies, in: child)
        if Int.random(in: 0..<4, using: &random) > 0 { try child.save() }
    }

    private mutating func changeElsewhere() throws {
        let other = company.context()
        other.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        let all = try other.fetch(NSFetchRequest<NSManagedObject>(entityName: "Person"))
        try changeSome(of: all, in: other)
        let context = context
        let observer = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextDidSave, object: other, queue: nil
        ) { context.mergeChanges(fromContextDidSave: $0) }
        defer { NotificationCenter.default.removeObserver(observer) }
        try other.save()
    }
}
