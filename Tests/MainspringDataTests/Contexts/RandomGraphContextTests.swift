import Foundation
import MainspringData
import MainspringFoundation
import MainspringModel
import SeededRandom
import Testing

/// Random changes of a graph: links hold at both ends after each, and undo brings back exactly what was.
@Suite struct RandomGraphContextTests {
    /// All that can be seen of a context's objects.
    private typealias Picture = [String: String]

    private struct Graph {
        let company = Company(rules: [
            "Department.people": .cascadeDeleteRule, "Person.badge": .cascadeDeleteRule,
        ])
        let context: NSManagedObjectContext
        let manager = UndoManager()
        var objects: [NSManagedObject] = []
        var random: SeededGenerator
        var count = 0

        init(seed: UInt64) {
            random = SeededGenerator(seed: seed)
            context = company.context()
            manager.groupsByEvent = false
            context.undoManager = manager
        }

        mutating func pick(_ entity: String) -> NSManagedObject? {
            let all = objects.filter {
                $0.entity.name == entity && !$0.isDeleted && $0.managedObjectContext === context
            }
            return all.randomElement(using: &random)
        }

        mutating func change() {
            switch Int.random(in: 0..<12, using: &random) {
            case 0, 1, 2:
                let entity = ["Department", "Person", "Manager", "Project", "Badge"].randomElement(using: &random)!
                count += 1
                objects.append(company.make(entity, "\(entity) \(count)", in: context))
            case 3: pick("Person")?["department"] = pick("Department")
            case 4: pick("Person")?["boss"] = pick("Person")
            case 5: pick("Person")?["badge"] = pick("Badge")
            case 6: pick("Badge")?["person"] = Bool.random(using: &random) ? pick("Person") : nil
            case 7:
                let projects = (0..<3).compactMap { _ in pick("Project") }
                pick("Person")?.setValue(NSSet(array: projects), forKey: "projects")
            case 8:
                let people = (0..<3).compactMap { _ in pick("Person") }
                pick("Department")?.setValue(NSSet(array: people), forKey: "people")
            case 9:
                count += 1
                (pick("Person") ?? pick("Project"))?.setValue("name \(count)", forKey: "name")
            case 10: pick("Person")?["boss"] = nil
            default:
                let entity = ["Department", "Person", "Project", "Badge"].randomElement(using: &random)!
                if let object = pick(entity) { context.delete(object) }
            }
        }

        mutating func event() {
            manager.beginUndoGrouping()
            for _ in 0..<Int.random(in: 1...4, using: &random) { change() }
            context.processPendingChanges()
            manager.endUndoGrouping()
        }

        /// The objects that the context has, by what they say.
        var picture: Picture {
            var picture: Picture = [:]
            for (index, object) in objects.enumerated()
            where object.managedObjectContext === context && !object.isDeleted {
                let values = object.entity.relationshipsByName.keys.sorted().map { key -> String in
                    let others =
                        object.entity.relationshipsByName[key]!.isToMany
                        ? (object.value(forKey: key) as! NSSet).allObjects
                        : [object.value(forKey: key)].compactMap(\.self)
                    let places = others.map { other in objects.firstIndex { $0 === other as AnyObject } ?? -1 }
                    return "\(key): \(places.sorted())"
                }
                picture["\(index)"] = "\(object.title) \(values.joined(separator: ", "))"
            }
            return picture
        }

        /// Whether each link is at both ends, and leads to nobody who has gone.
        var fault: String? {
            for object in objects where object.managedObjectContext === context && !object.isDeleted {
                for (key, relationship) in object.entity.relationshipsByName {
                    let value = object.value(forKey: key)
                    let others = (value as? NSSet)?.allObjects ?? [value].compactMap(\.self)
                    for case let other as NSManagedObject in others {
                        if other.isDeleted || other.managedObjectContext !== context {
                            return "\(object.title).\(key) leads to \(other.title), which has gone"
                        }
                        let back = other.value(forKey: relationship.inverseRelationship!.name)
                        let isBack = (back as? NSSet)?.contains(object) ?? ((back as AnyObject?) === object)
                        if !isBack { return "\(object.title).\(key) leads to \(other.title), and nothing leads back" }
                    }
                }
            }
            return nil
        }
    }

    @Test(arguments: Seeds.first(40))
    func `links hold after each event, undo and redo go through the same pictures`(_ seed: UInt64) throws {
        var graph = Graph(seed: seed)
        var pictures = [graph.picture]
        for _ in 0..<25 {
            graph.event()
            #expect(graph.fault == nil, "seed \(seed)")
            pictures.append(graph.picture)
        }
        let steps = graph.manager.undoCount
        for step in 0..<steps {
            graph.context.undo()
            try #require(graph.fault == nil, "seed \(seed), undo \(step)")
        }
        #expect(graph.picture == pictures[0], "seed \(seed)")
        for _ in 0..<steps { graph.context.redo() }
        try #require(graph.picture == pictures.last, "seed \(seed)")
    }

    @Test(arguments: Seeds.first(40))
    func `what is saved is what another context reads, and rollback goes back to it`(_ seed: UInt64) throws {
        var graph = Graph(seed: seed &+ 1_000)
        graph.context.undoManager = nil
        for _ in 0..<8 {
            for _ in 0..<6 { graph.change() }
            try graph.context.save()
            #expect(!graph.context.hasChanges, "seed \(seed)")
            let saved = graph.picture
            let other = graph.company.context()
            var copy = graph
            copy.objects = graph.objects.map { object in
                object.managedObjectContext == nil ? object : other.object(with: object.objectID)
            }
            var read: Picture = [:]
            let probe = Probe(objects: copy.objects, context: other)
            read = probe.picture
            #expect(read == saved, "seed \(seed)")
            for _ in 0..<4 { graph.change() }
            graph.context.rollback()
            #expect(!graph.context.hasChanges, "seed \(seed)")
            #expect(graph.picture == saved, "seed \(seed)")
            #expect(graph.fault == nil, "seed \(seed)")
        }
    }

    @Test(arguments: Seeds.first(40))
    func `links hold when the changes of some objects are dropped, and stores have what is seen`(_ seed: UInt64) throws
    {
        var graph = Graph(seed: seed &+ 2_000)
        for _ in 0..<8 {
            for _ in 0..<3 { graph.event() }
            for _ in 0..<Int.random(in: 1...4, using: &graph.random) {
                guard let object = graph.objects.randomElement(using: &graph.random),
                    object.managedObjectContext === graph.context
                else { continue }
                graph.manager.beginUndoGrouping()
                graph.context.refresh(object, mergeChanges: false)
                graph.manager.endUndoGrouping()
                try #require(graph.fault == nil, "seed \(seed)")
            }
            try graph.context.save()
            let other = graph.company.context()
            let probe = Probe(
                objects: graph.objects.map { object in
                    object.managedObjectContext == nil ? object : other.object(with: object.objectID)
                }, context: other)
            #expect(probe.picture == graph.picture, "seed \(seed)")
        }
        while graph.manager.canUndo {
            graph.context.undo()
            try #require(graph.fault == nil, "seed \(seed)")
        }
    }

    /// The same objects in another context.
    private struct Probe {
        let objects: [NSManagedObject]
        let context: NSManagedObjectContext

        var picture: Picture {
            var picture: Picture = [:]
            for (index, object) in objects.enumerated() where object.managedObjectContext === context {
                let values = object.entity.relationshipsByName.keys.sorted().map { key -> String in
                    let value = object.value(forKey: key)
                    let others = (value as? NSSet)?.allObjects ?? [value].compactMap(\.self)
                    let places = others.map { other in objects.firstIndex { $0 === other as AnyObject } ?? -1 }
                    return "\(key): \(places.sorted())"
                }
                picture["\(index)"] = "\(object.title) \(values.joined(separator: ", "))"
            }
            return picture
        }
    }
}
