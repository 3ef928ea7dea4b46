public import Foundation

/// What fetched results are at one moment: names of sections, and identities of objects.
///
/// Filled when it is first asked for something. Belongs to one thread at a time.
///
/// **Differences from Apple**: ours, since there is no UIKit on Linux: it is what a list is to show, and is only read. It
/// has no typed counterpart, to which Apple's is cast with `as`: ``sectionIdentifiers`` holds `String`s,
/// ``itemIdentifiers`` ``NSManagedObjectID``s.
open class NSDiffableDataSourceSnapshotReference: NSObject {
    struct Contents {
        var sections: [(name: String, ids: [NSManagedObjectID])] = []
        /// Made when somebody asks by identity.
        lazy var placeByID: [NSManagedObjectID: (section: Int, index: Int)] = {
            var (places, index) = ([NSManagedObjectID: (section: Int, index: Int)](), 0)
            for (number, section) in sections.enumerated() {
                for id in section.ids {
                    places[id] = (number, index)
                    index += 1
                }
            }
            return places
        }()
    }

    private var make: (() -> Contents)?
    private lazy var contents: Contents = {
        defer { make = nil }
        return make?() ?? Contents()
    }()
    /// The identities of objects that were changed.
    private let reloaded: [NSManagedObjectID]

    init(reloaded: [NSManagedObjectID], make: @escaping () -> Contents) {
        self.reloaded = reloaded
        self.make = make
    }

    /// Makes an empty one.
    public override init() { reloaded = [] }

    /// Fills it with what is there now, if nobody has asked yet.
    func fill() { _ = contents.sections.count }

    /// How many sections there are.
    open var numberOfSections: Int { contents.sections.count }

    /// How many objects there are.
    open var numberOfItems: Int { contents.sections.reduce(0) { $0 + $1.ids.count } }

    /// The sections in order: their names; of the only one of a controller without sections, a text that stands for it.
    open var sectionIdentifiers: [Any] { contents.sections.map(\.name) }

    /// The identities of all objects in order.
    open var itemIdentifiers: [Any] { contents.sections.flatMap(\.ids) }

    /// The identities of the objects that were updated or moved.
    open var reloadedItemIdentifiers: [Any] { reloaded }

    /// Returns how many objects a section has; 0 if there is no such section.
    open func numberOfItems(inSection sectionIdentifier: Any) -> Int { section(sectionIdentifier)?.ids.count ?? 0 }

    /// Returns the identities of a section's objects in order; none if there is no such section.
    open func itemIdentifiersInSection(withIdentifier sectionIdentifier: Any) -> [Any] {
        section(sectionIdentifier)?.ids ?? []
    }

    /// Returns the section that an object is in; nil if it is in none.
    open func sectionIdentifier(forSectionContainingItemIdentifier itemIdentifier: Any) -> Any? {
        place(itemIdentifier).map { contents.sections[$0.section].name }
    }

    /// Returns the place of an object among all; `NSNotFound` if it is not among them.
    open func index(ofItemIdentifier itemIdentifier: Any) -> Int { place(itemIdentifier)?.index ?? NSNotFound }

    /// Returns the place of a section; `NSNotFound` if there is no such section.
    open func index(ofSectionIdentifier sectionIdentifier: Any) -> Int {
        contents.sections.firstIndex { $0.name == sectionIdentifier as? String } ?? NSNotFound
    }

    private func section(_ identifier: Any) -> (name: String, ids: [NSManagedObjectID])? {
        contents.sections.first { $0.name == identifier as? String }
    }

    private func place(_ identifier: Any) -> (section: Int, index: Int)? {
        (identifier as? NSManagedObjectID).flatMap { contents.placeByID[$0] }
    }
}

/// As a list's: it belongs to one thread at a time.
@available(*, unavailable)
extension NSDiffableDataSourceSnapshotReference: @unchecked Sendable {}
