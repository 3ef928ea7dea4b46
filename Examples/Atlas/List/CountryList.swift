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
    private var controller: NSFetchedResultsController<City>
    /// The lines, made anew when they are asked for after a change.
    private var known: [Row]?
    /// Something has changed.
    var onChange: (() -> Void)?
    /// What is wrong with the search, as a sentence; nil if nothing is.
    private(set) var complaint: String?

    init(_ context: NSManagedObjectContext) throws {
        self.context = context
        controller = Self.makeController(NSPredicate(format: "population >= %lld", Self.leastPopulation), context)
        super.init()
        controller.delegate = self
        try controller.performFetch()
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

    /// Lists what a search finds: a part of a name, or a predicate's format, as `population > 5000000` or
    /// `name BEGINSWITH "San"`.
    func search(_ text: String) {
        complaint = nil
        do {
            let new = Self.makeController(try Self.predicate(of: text), context)
            new.fetchRequest.fetchLimit = text.isEmpty ? 0 : 2_000
            try new.performFetch()
            controller.delegate = nil
            controller = new
            new.delegate = self
            known = nil
        } catch {
            complaint = "\(error)"
        }
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
        for section in controller.sections ?? [] {
            rows.append(.country(section.name, cities: section.numberOfObjects))
            for case let city as City in section.objects ?? [] { rows.append(.city(city.objectID)) }
        }
        known = rows
        return rows
    }

    /// How many cities are listed.
    var cityCount: Int { controller.fetchedObjects?.count ?? 0 }

    /// A listed city.
    func city(_ identity: NSManagedObjectID) -> City? { context.object(with: identity) as? City }
}

extension CountryList: @MainActor NSFetchedResultsControllerDelegate {
    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
        known = nil
        onChange?()
    }
}
