import Foundation
import MainspringFoundation
import MainspringModel
import SeededRandom
import Testing

@testable import MainspringData

/// Links whose ends are read at different times, while others change them.
@Suite struct LinkReadingContextTests {
    /// A relationship of Anna's, and the other end's.
    struct Link: CustomStringConvertible, Sendable {
        let entity, key, back: String
        var isOrdered = false
        var description: String { isOrdered ? "\(key), ordered" : key }
    }

    static let links = [
        Link(entity: "Department", key: "department", back: "people"),
        Link(entity: "Department", key: "department", back: "people", isOrdered: true),
        Link(entity: "Badge", key: "badge", back: "person"),
        Link(entity: "Project", key: "projects", back: "members"),
    ]

    enum Outside: String, CaseIterable { case ended, moved, back, movedBert }

    private enum Step: String, CaseIterable {
        case linkFirst, linkSecond, unlink, refreshAnna, refreshFirst, refreshSecond, undo
    }

    private final class World {
        let link: Link
        let company: Company
        let context: NSManagedObjectContext
        let anna, bert, first, second: NSManagedObject

        init(_ link: Link) throws {
            self.link = link
            company = Company(ordered: link.isOrdered ? [link.back] : [])
            context = company.context()
            (anna, bert) = (company.make("Person", "Anna", in: context), company.make("Person", "Bert", in: context))
            first = company.make(link.entity, "First", in: context)
            second = company.make(link.entity, "Second", in: context)
            try Self.lead(anna, to: first, link)
            try Self.lead(bert, to: second, link)
            try context.save()
            context.undoManager = UndoManager()
            for end in [first, second] { _ = end.value(forKey: link.back) }
        }

        static func lead(_ object: NSManagedObject, to other: NSManagedObject?, _ link: Link) throws {
            if link.key == "projects" {
                object.setValue(NSSet(array: other.map { [$0] } ?? []), forKey: link.key)
            } else {
                object[link.key] = other
            }
        }

        func changeOutside(_ outside: Outside) throws {
            let other = company.context()
            let here = { (object: NSManagedObject) in other.object(with: object.objectID) }
            for end in [first, second] { here(end).rename("\(end.title), of others") }
            switch outside {
            case .ended: try Self.lead(here(anna), to: nil, link)
            case .moved: try Self.lead(here(anna), to: here(second), link)
            case .back:
                try Self.lead(here(anna), to: nil, link)
                try other.save()
                try Self.lead(here(anna), to: here(first), link)
            case .movedBert: try Self.lead(here(bert), to: here(first), link)
            }
            try other.save()
        }

        func take(_ step: Step) throws {
            switch step {
            case .linkFirst: try Self.lead(anna, to: first, link)
            case .linkSecond: try Self.lead(anna, to: second, link)
            case .unlink: try Self.lead(anna, to: nil, link)
            case .refreshAnna: context.refresh(anna, mergeChanges: true)
            case .refreshFirst: context.refresh(first, mergeChanges: true)
            case .refreshSecond: context.refresh(second, mergeChanges: true)
            case .undo: context.undo()
            }
        }

        func others(_ object: NSManagedObject, _ key: String) -> [NSManagedObject] {
            switch object.value(forKey: key) {
            case let set as NSSet: set.allObjects as? [NSManagedObject] ?? []
            case let list as NSOrderedSet: list.array as? [NSManagedObject] ?? []
            case let other as NSManagedObject: [other]
            default: []
            }
        }

        /// Who is linked with whom, from the people's end and from the other; what leads nowhere is left out.
        func ends(in context: NSManagedObjectContext) -> [[String]] {
            let here = { (object: NSManagedObject) in context.object(with: object.objectID) }
            return [
                [anna, bert].flatMap { person in
                    others(here(person), link.key).map { "\(here(person).title)-\($0.title)" }
                }
                .sorted(),
                [first, second].flatMap { end in
                    others(here(end), link.back).map { "\($0.title)-\(here(end).title)" }
                }
                .sorted(),
            ]
        }
    }

    private static func play(_ link: Link, _ outside: Outside, _ before: Step?, _ steps: [Step]) throws {
        let world = try World(link)
        let context = world.context
        let place =
            "\(link), \(outside), \(before?.rawValue ?? "-") before, \(steps.map(\.rawValue).joined(separator: ", "))"
        // Something of Anna's is not saved, so that she is merged.
        world.anna.age = 5
        if let before { try world.take(before) }
        context.processPendingChanges()
        try world.changeOutside(outside)
        for step in steps {
            try world.take(step)
            context.processPendingChanges()
        }
        context.refreshAllObjects()
        let ends = world.ends(in: context)
        #expect(ends[0] == ends[1], "\(place): the ends say the same")
        context.mergePolicy = NSMergePolicy.error
        do {
            try context.save()
        } catch {
            Issue.record(error, "\(place): what was read anew can be saved")
        }
        #expect(!context.hasChanges, "\(place): all is saved")
        #expect(world.ends(in: context) == ends, "\(place): a save changes no link")
        #expect(world.ends(in: world.company.context()) == ends, "\(place): the store has what the context has")
    }

    @Test(arguments: links, Outside.allCases)
    func `whatever is read anew between changes of a link, it is at both ends`(_ link: Link, _ outside: Outside) throws
    {
        let isBounded = Company.kind != .inMemory && Seeds.round == nil
        for before in isBounded ? [nil] : [nil, Step.linkSecond, .unlink] {
            for steps in Self.courses { try Self.play(link, outside, before, steps) }
        }
    }

    /// Sequences of three steps. A soak over memory plays all sequences.
    ///
    /// Any other run plays a seventh of them, in which every pair of steps occurs at every pair of positions.
    private static let courses: [[Step]] = {
        let (steps, isWhole) = (Step.allCases, Company.kind == .inMemory && Seeds.round != nil)
        var courses: [[Step]] = []
        for (first, one) in steps.enumerated() {
            for (second, two) in steps.enumerated() {
                for (third, three) in steps.enumerated() where isWhole || (first + second + third) % steps.count == 0 {
                    courses.append([one, two, three])
                }
            }
        }
        return courses
    }()
}
