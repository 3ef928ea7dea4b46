internal import Foundation
internal import MainspringFoundation
internal import MainspringModel

/// A set that a program has got as the primitive value of a relationship to many, and may change: what it holds counts.
///
/// One of Foundation's own classes: on Linux a subclass that reads the relationship could not be cast to Swift's sets. So
/// whoever looks at the members looks into the set first, as long as somebody else has it.
struct LentMembers {
    /// An `NSMutableSet` or an `NSMutableOrderedSet`.
    private(set) var collection: NSObject
    private unowned let owner: NSManagedObject
    private let place: SlotPlace

    init(_ collection: NSObject, _ owner: NSManagedObject, _ place: SlotPlace) {
        (self.collection, self.owner, self.place) = (collection, owner, place)
    }

    /// Gives it up if nobody else has it any more.
    mutating func giveUp(from aside: MembersAside) {
        aside.lent = nil
        if !isKnownUniquelyReferenced(&collection) { aside.lent = self }
    }

    /// The members in it. What the relationship cannot have is told, and taken out.
    func accepted() -> ContiguousArray<NSManagedObject> {
        var accepted = ContiguousArray<NSManagedObject>()
        for element in elements {
            do { accepted.append(try owner.member(element, at: place)) } catch {
                (collection as? NSMutableSet)?.remove(element)
                (collection as? NSMutableOrderedSet)?.remove(element)
                KeyValueError.report(error)
            }
        }
        return accepted
    }

    private var elements: [Any] {
        (collection as? NSMutableSet)?.allObjects ?? (collection as? NSMutableOrderedSet)?.array ?? []
    }
}

/// What only few members have.
final class MembersAside {
    /// The set that a program has got as the primitive value.
    var lent: LentMembers?
    /// All as they were before a program changed that set, since it has said that it was about to.
    var beforeLending: ContiguousArray<NSManagedObject>?
    /// Those of whom the source says that they are members, and that are to be deleted here.
    var leftOut: ContiguousArray<NSManagedObject> = []

    var isEmpty: Bool { lent == nil && beforeLending == nil && leftOut.isEmpty }
}

extension Members {
    /// The members as a set that may be changed: the primitive value.
    final func lend(to owner: NSManagedObject, _ place: SlotPlace) -> Any {
        takeBack()
        let aside = aside ?? MembersAside()
        if let lent = aside.lent { return lent.collection }
        let all = Array(objects)
        let made: NSObject = self is MemberList ? NSMutableOrderedSet(array: all) : NSMutableSet(array: all)
        aside.lent = LentMembers(made, owner, place)
        self.aside = aside
        return made
    }

    /// Takes over what the program has made of the set that it got, and who is not to be deleted any more.
    @inline(__always)
    final func takeBack() { if let aside { takeBack(aside) } }

    @inline(never)
    private final func takeBack(_ aside: MembersAside) {
        // Who is told of what is wrong may look at the members, and so do those below.
        self.aside = nil
        if var lent = aside.lent {
            let new = lent.accepted()
            if !holds(new) {
                if aside.beforeLending == nil { aside.beforeLending = held }
                hold(new)
            }
            lent.giveUp(from: aside)
        }
        let back = aside.leftOut.filter { $0.core != nil && !$0.state.contains(.deleted) }
        if !back.isEmpty { hold(held + back) }
        aside.leftOut.removeAll { $0.core == nil || !$0.state.contains(.deleted) }
        self.aside = aside.isEmpty ? nil : aside
        for object in back {
            changeLentSet { $0.add(object) }
            changeLentList { $0.add(object) }
        }
    }

    /// Leaves out who is here, and is going, until he stays after all: a source knows nothing of that.
    final func leaveOut(_ isGoing: (NSManagedObject) -> Bool) {
        let going = held.filter(isGoing)
        guard !going.isEmpty else { return }
        hold(held.filter { !isGoing($0) })
        let aside = aside ?? MembersAside()
        aside.leftOut += going
        self.aside = aside
    }

    /// Forgets how they were before a program changed the set that it got.
    final func forgetLending() {
        takeBack()
        aside?.beforeLending = nil
    }

    /// Takes back what was taken over, so that it can be made once more with a word to everybody.
    final func revert(to before: ContiguousArray<NSManagedObject>) {
        hold(before)
        changeLentSet { set in
            set.removeAllObjects()
            set.addObjects(from: Array(before))
        }
        changeLentList { list in
            list.removeAllObjects()
            list.addObjects(from: Array(before))
        }
    }

    /// The set that was lent has other members now as well.
    final func changeLentSet(_ body: (NSMutableSet) -> Void) {
        if let lent = aside?.lent, let set = lent.collection as? NSMutableSet { body(set) }
    }

    /// The same of one with an order.
    final func changeLentList(_ body: (NSMutableOrderedSet) -> Void) {
        if let lent = aside?.lent, let list = lent.collection as? NSMutableOrderedSet { body(list) }
    }
}

extension NSManagedObject {
    /// The primitive value of a relationship to many; that of another property as key-value coding has it.
    final func primitive(_ place: SlotPlace) -> Any? {
        switch place.kind {
        case .toMany, .ordered: members(at: place).lend(to: self, place)
        default: loose(place)
        }
    }

    /// What a relationship to many may have.
    final func member(_ value: Any, at place: SlotPlace) throws(KeyValueError) -> NSManagedObject {
        let destination = (shape.property(at: place) as? NSRelationshipDescription)?.destinationEntity
        guard let object = value as? NSManagedObject, destination.map({ object.entity.isKindOf(entity: $0) }) ?? true
        else {
            throw .wrongValue(
                shape.property(at: place).name, owner: KeyValueError.owner(self),
                expected: "objects of \(destination?.name ?? "an entity")", given: KeyValueError.naming(value))
        }
        return object
    }
}
