import CityStacks
import CoreData

/// The large cities by country, or those that a search finds: what a fetched results controller has, row by row.
@MainActor
final class CountryList: NSObject {
    /// A line of the list.
    enum Row: Hashable {
        case country(String, cities: Int)
        case city(NSManagedObjectID)
    }

    /// How many people live in a city that is listed without a search.
    nonisolated static let leastPopulation: Int64 = 100_000
    private let context: NSManagedObjectContext
    private let large: NSFetchedResultsController<City>
    /// Those that a search has found.
    private var found: (cities: NSFetchedResultsController<City>, count: Int)?
    private let search: CitySearch
    /// The lines, made anew when they are asked for after a change.
    private var known: [Row]?
    /// Something has changed.
    var onChange: (() -> Void)?
    /// A search is over.
    var onFound: (() -> Void)?
    /// What is wrong with the search, as a sentence; nil if nothing is.
    private(set) var complaint: String?

    init(_ context: NSManagedObjectContext) throws {
        self.context = context
        search = CitySearch(context.persistentStoreCoordinator)
        large = Self.makeController(try Self.predicate(of: ""), context)
        super.init()
        large.delegate = self
        try large.performFetch()
    }

    private static func makeController(
        _ predicate: NSPredicate, _ context: NSManagedObjectContext
    ) -> NSFetchedResultsController<City> {
        let request: NSFetchRequest<City> = City.fetchRequest()
        request.predicate = predicate
        request.sortDescriptors = [
            NSSortDescriptor(key: "country.name", ascending: true),
            NSSortDescriptor(key: "population", ascending: false),
            NSSortDescriptor(key: "name", ascending: true),
        ]
        return NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "country.name", cacheName: nil)
    }

    // MARK: Searches

    /// Lists what a search finds, when it has: a part of a name, or a predicate's format, as `population > 5000000` or
    /// `name BEGINSWITH "San"`.
    func search(_ text: String) {
        search.cancel()
        guard !text.allSatisfy(\.isWhitespace) else { return show(nil) }
        do {
            let predicate = try Self.predicate(of: text)
            search.find(predicate) { [weak self] in self?.take($0, predicate) }
        } catch {
            complain(error)
        }
    }

    /// Waits until what was searched for is listed.
    func searchEnd() async { await search.end() }

    private func take(_ result: Result<CitySearch.Hits, any Error>, _ predicate: NSPredicate) {
        do {
            let hits = try result.get()
            // Their values are compared here too, as long as they are listed: somebody may edit one.
            let cities = Self.makeController(
                NSCompoundPredicate(andPredicateWithSubpredicates: [
                    NSPredicate(format: "SELF IN %@", hits.largest), predicate,
                ]), context)
            try cities.performFetch()
            cities.delegate = self
            show((cities, hits.count))
        } catch {
            complain(error)
        }
    }

    private func show(_ new: (NSFetchedResultsController<City>, Int)?) {
        found?.cities.delegate = nil
        (found, known, complaint) = (new, nil, nil)
        onChange?()
        onFound?()
    }

    private func complain(_ error: any Error) {
        // Behind a sentence about a format stands the format, with a mark below it.
        complaint = String(Complaint.sentence(for: error).prefix { $0 != "\n" })
        onChange?()
    }

    /// What a search asks for.
    nonisolated static func predicate(of text: String) throws -> NSPredicate {
        if text.allSatisfy(\.isWhitespace) { return NSPredicate(format: "population >= %lld", leastPopulation) }
        if isFormat(text) { return try NSPredicate(parsing: text) }
        return NSPredicate(format: "name CONTAINS[cd] %@", text)
    }

    /// Whether a search compares something.
    private nonisolated static func isFormat(_ text: String) -> Bool {
        if text.contains(where: { "<>=".contains($0) }) { return true }
        // With nothing before it a word compares nothing: “in” may become “Indore”.
        let start = text.drop(while: \.isWhitespace).startIndex
        let words = text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
        return words.contains { $0.startIndex > start && operators.contains($0.uppercased()) }
    }

    private nonisolated static let operators: Set = [
        "BEGINSWITH", "CONTAINS", "ENDSWITH", "LIKE", "MATCHES", "IN", "BETWEEN",
    ]

    /// All lines, a country's before its cities'.
    var rows: [Row] {
        if let known { return known }
        var rows: [Row] = []
        for section in cities.sections ?? [] {
            rows.append(.country(section.name, cities: section.numberOfObjects))
            for case let city as City in section.objects ?? [] { rows.append(.city(city.objectID)) }
        }
        known = rows
        return rows
    }

    private var cities: NSFetchedResultsController<City> { found?.cities ?? large }

    /// How many cities are listed.
    var cityCount: Int { cities.fetchedObjects?.count ?? 0 }

    /// How many cities there are of what is listed: more than that if a search has found very many.
    var foundCount: Int { max(found?.count ?? 0, cityCount) }

    /// A listed city.
    func city(_ identity: NSManagedObjectID) -> City? { context.object(with: identity) as? City }
}

extension CountryList: @MainActor NSFetchedResultsControllerDelegate {
    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
        known = nil
        onChange?()
    }
}
