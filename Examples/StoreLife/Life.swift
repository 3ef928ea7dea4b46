import CityData
import CoreData
import Foundation

/// The life of one store, told line by line.
struct Life {
    let url: URL

    private struct Mistake: Error, CustomStringConvertible {
        let description: String
    }

    private func require(_ condition: Bool, _ sentence: String) throws {
        guard condition else { throw Mistake(description: sentence) }
    }

    func run() async throws {
        let cities = try CityData.cities()
        print("The life of a store, with \(Self.grouped(cities.count)) cities of the world")
        let token = try await first(cities)
        try second(cities.count + 1, token)
        print("The cities are GeoNames' (geonames.org), Creative Commons Attribution 4.0.")
    }

    // MARK: The first version of the model

    private func first(_ cities: [CityRecord]) async throws -> NSPersistentHistoryToken? {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Models.first)
        let store = try coordinator.addPersistentStore(type: .sqlite, at: url, options: Models.options)
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = coordinator
        context.transactionAuthor = "this program"

        let insert = Handed(self.insertion(of: cities))
        let update = Handed(self.largeCities())
        try await step("\(Self.grouped(cities.count)) rows inserted by one batch") {
            try await context.perform { _ = try context.execute(insert.value) }
        }
        let large = try await step("the large ones marked by one statement") {
            try await context.perform { (try context.execute(update.value) as? NSBatchUpdateResult)?.result as? Int }
        }
        let token = coordinator.currentPersistentHistoryToken(fromStores: nil)
        print("           \(Self.grouped(large ?? 0)) of them have a million inhabitants or more")
        try require((large ?? 0) > 100, "There must be more large cities.")

        let notices = Notices(from: coordinator, after: token)
        let other = try OtherProcess.start(for: url)
        try await step("heard of what another process has saved") { await notices.first() }
        other.waitUntilExit()
        let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
        let handed = Handed(request)
        let lines = try await context.perform {
            let result = try context.execute(handed.value) as? NSPersistentHistoryResult
            let transactions = result?.result as? [NSPersistentHistoryTransaction] ?? []
            return transactions.flatMap { Self.lines($0, context) }
        }
        for line in lines { print("           \(line)") }
        try require(lines.count == 6, "The other process has changed six cities.")
        try coordinator.remove(store)
        return token
    }

    private func insertion(of cities: [CityRecord]) -> NSBatchInsertRequest {
        var rest = cities.makeIterator()
        return NSBatchInsertRequest(entityName: "City") { (city: NSManagedObject) in
            guard let next = rest.next() else { return true }
            city.setValue(next.geonameID, forKey: "geonameID")
            city.setValue(next.name, forKey: "name")
            city.setValue(next.population, forKey: "population")
            city.setValue(next.latitude, forKey: "latitude")
            city.setValue(next.longitude, forKey: "longitude")
            return false
        }
    }

    private func largeCities() -> NSBatchUpdateRequest {
        let request = NSBatchUpdateRequest(entityName: "City")
        request.predicate = NSPredicate(format: "population >= 1000000")
        request.propertiesToUpdate = ["isLarge": true]
        request.resultType = .updatedObjectsCountResultType
        return request
    }

    /// A line for each change.
    private static func lines(
        _ transaction: NSPersistentHistoryTransaction, _ context: NSManagedObjectContext
    ) -> [String] {
        (transaction.changes ?? []).map { change in
            let name =
                change.tombstone?["name"] as? String
                ?? (try? context.existingObject(with: change.changedObjectID))?.value(forKey: "name") as? String ?? ""
            let properties = (change.updatedProperties ?? []).map(\.name).sorted().joined(separator: ", ")
            return switch change.changeType {
            case .insert: "\(transaction.author ?? "") has made \(name)"
            case .update: "\(transaction.author ?? "") has changed the \(properties) of \(name)"
            case .delete: "\(transaction.author ?? "") has deleted \(name)"
            }
        }
    }

    // MARK: The second version

    private func second(_ count: Int, _ token: NSPersistentHistoryToken?) throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Models.second)
        let clock = ContinuousClock()
        let begin = clock.now
        let store = try coordinator.addPersistentStore(type: .sqlite, at: url, options: Models.options)
        Self.tell("opened with the second version of the model, in place", clock.now - begin)
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = coordinator
        try context.performAndWait {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Place")
            request.predicate = NSPredicate(format: "kind == 'city'")
            let found = try context.count(for: request)
            print("           \(Self.grouped(found)) places, of the kind that the new version gives them")
            try require(found == count, "There must be \(count) places.")
            request.sortDescriptors = [NSSortDescriptor(key: "inhabitants", ascending: false)]
            request.fetchLimit = 3
            let names = try context.fetch(request).map { $0.value(forKey: "name") as? String ?? "" }
            print("           the largest: \(names.joined(separator: ", "))")
            let result = try context.execute(NSPersistentHistoryChangeRequest.fetchHistory(after: token))
            let changes = ((result as? NSPersistentHistoryResult)?.result as? [NSPersistentHistoryTransaction] ?? [])
                .reduce(0) { $0 + ($1.changes?.count ?? 0) }
            print("           whoever follows the history by an old token still finds \(changes) changes")
            try require(changes == 6, "A migration must leave the history.")
        }
        try coordinator.remove(store)
    }

    // MARK: Telling

    @discardableResult
    private func step<Result>(_ what: String, _ body: () async throws -> Result) async throws -> Result {
        let clock = ContinuousClock()
        let begin = clock.now
        let result = try await body()
        Self.tell(what, clock.now - begin)
        return result
    }

    private static func tell(_ what: String, _ time: Duration) {
        let milliseconds = Int((time / .milliseconds(1)).rounded())
        let text = "\(grouped(milliseconds)) ms"
        print(String(repeating: " ", count: max(0, 9 - text.count)) + "\(text)  \(what)")
    }

    /// A number with a comma behind each three digits.
    private static func grouped(_ number: Int) -> String {
        var digits = String(number)
        var place = digits.count - 3
        while place > 0 {
            digits.insert(",", at: digits.index(digits.startIndex, offsetBy: place))
            place -= 3
        }
        return digits
    }
}

/// A value that one block alone uses.
private struct Handed<Value>: @unchecked Sendable {
    // `@unchecked Sendable`: whoever has made it does not use it any more.

    let value: Value

    init(_ value: Value) { self.value = value }
}
