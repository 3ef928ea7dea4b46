internal import Foundation

/// A section of a controller's results, as it is when it is asked.
final class FetchedResultsSectionInfo: NSObject, NSFetchedResultsSectionInfo {
    private let section: ResultSection<NSManagedObject>
    private weak var core: FetchedResultsCore?

    init(_ section: ResultSection<NSManagedObject>, _ core: FetchedResultsCore) {
        self.section = section
        self.core = core
    }

    var name: String { section.name }
    var indexTitle: String? { core?.face?.sectionIndexTitle(forSectionName: section.name) }
    var numberOfObjects: Int { section.count }
    var objects: [Any]? { section.elements }
}
