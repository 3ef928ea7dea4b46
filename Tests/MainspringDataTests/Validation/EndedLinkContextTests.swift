import Foundation
import MainspringData
import MainspringModel
import Testing

/// Links that are made anew to what is to be deleted, after the deletion has ended them.
@Suite struct EndedLinkContextTests {
    enum Link: CaseIterable {
        case toOne, member, oneToOne, manyToMany

        /// Who holds the link, by which relationship, and to whom it leads.
        var parts: (holder: String, key: String, target: String) {
            switch self {
            case .toOne: ("Person", "department", "Department")
            case .member: ("Department", "people", "Person")
            case .oneToOne: ("Person", "badge", "Badge")
            case .manyToMany: ("Project", "members", "Person")
            }
        }
    }

    private static func link(_ holder: NSManagedObject, _ link: Link, _ target: NSManagedObject) {
        switch link {
        case .toOne, .oneToOne: holder.setValue(target, forKey: link.parts.key)
        case .member, .manyToMany: holder.mutableSetValue(forKey: link.parts.key).add(target)
        }
    }

    /// Two objects that are linked, saved.
    private static func linked(
        _ link: Link, in company: Company
    ) throws -> (context: NSManagedObjectContext, holder: NSManagedObject, target: NSManagedObject) {
        let context = company.context()
        let holder = company.make(link.parts.holder, "holder", in: context)
        let target = company.make(link.parts.target, "target", in: context)
        Self.link(holder, link, target)
        try context.save()
        return (context, holder, target)
    }

    @Test(arguments: Link.allCases, [false, true])
    func `a link that a deletion has ended cannot be saved again`(_ link: Link, isChanged: Bool) throws {
        let company = Company()
        let (context, holder, target) = try Self.linked(link, in: company)
        context.delete(target)
        context.processPendingChanges()
        Self.link(holder, link, target)
        if isChanged { holder.setValue("another name", forKey: "name") }
        let error = #expect(throws: (any Error).self) { try context.save() } as NSError?
        #expect(error?.code == NSManagedObjectValidationError)
        #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == link.parts.key)
        #expect(error?.userInfo[NSValidationObjectErrorKey] as? NSManagedObject === holder)
        context.insert(target)
        try context.save()
        let reader = company.context()
        let stored = try reader.existingObject(with: holder.objectID)
        withExtendedLifetime(reader) {
            let value = stored.value(forKey: link.parts.key)
            let found = (value as? NSSet)?.anyObject() as? NSManagedObject ?? value as? NSManagedObject
            #expect(found?.title == "target")
        }
    }

    @Test(arguments: Link.allCases)
    func `a link stays that no rule ends`(_ link: Link) throws {
        let inverse = [Link.toOne: "people", .member: "department", .oneToOne: "person", .manyToMany: "projects"]
        let company = Company(rules: ["\(link.parts.target).\(inverse[link]!)": .noActionDeleteRule])
        let (context, holder, target) = try Self.linked(link, in: company)
        context.delete(target)
        holder.setValue("another name", forKey: "name")
        try context.save()
        #expect(holder.title == "another name")
    }
}
