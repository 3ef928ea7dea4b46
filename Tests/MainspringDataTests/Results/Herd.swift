import Foundation
import MainspringFoundation
import MainspringModel

@testable import MainspringData

/// Animals as a source of results, without a context: the test says what has become of them.
final class Herd: ResultsSource {
    let zoo = Zoo()
    private(set) var animals: [Animal] = []
    /// Animals with fewer legs are not wanted.
    var fewestLegs: Int16 = 0
    var state: SectionCacheState?
    /// How often the section of an animal was asked for is not known; how often animals were fetched is.
    private(set) var fetchCount = 0
    private weak var receiver: (any ResultsReceiver)?
    let request = NSFetchRequest<Animal>(entityName: "Animal")

    /// Animals by their names, whose sections are the legs.
    init(_ animals: [(legs: Int16, name: String)] = []) {
        request.sortDescriptors = [
            MainspringFoundation.NSSortDescriptor(key: "legs", ascending: true),
            MainspringFoundation.NSSortDescriptor(key: "name", ascending: true),
        ]
        for animal in animals { add(animal.legs, animal.name) }
    }

    @discardableResult
    func add(_ legs: Int16, _ name: String) -> Animal {
        let animal = zoo.makeAnimal()
        (animal.legs, animal.name) = (legs, name)
        animals.append(animal)
        return animal
    }

    subscript(name: String) -> Animal {
        guard let animal = animals.first(where: { $0.name == name }) else { fatalError("No animal \(name).") }
        return animal
    }

    func remove(_ name: String) -> Animal {
        let animal = self[name]
        animals.removeAll { $0 === animal }
        return animal
    }

    func controller(
        sections: String? = "legs", cacheName: String? = nil, cache: SectionCache = .shared
    ) -> NSFetchedResultsController<Animal> {
        NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, source: self, sectionNameKeyPath: sections,
            cacheName: cacheName, cache: cache)
    }

    let context = NSManagedObjectContext(confined: ())

    /// Tells what has become of animals.
    func tell(changed: [Animal] = [], deleted: [Animal] = []) {
        receiver?.objectsDidChange(ResultsNotice(changed: changed, deleted: deleted))
    }

    func tellSaved() { receiver?.contextDidSave() }

    func objects(for request: FetchRequestDescription) throws -> [NSManagedObject] {
        fetchCount += 1
        return animals.filter { $0.legs >= fewestLegs }.sorted(using: request.sortDescriptors ?? [])
    }

    func test(for request: FetchRequestDescription) throws -> (NSManagedObject) -> Bool {
        { [unowned self] object in
            guard let animal = object as? Animal else { return false }
            return animals.contains { $0 === animal } && animal.legs >= fewestLegs
        }
    }

    func cacheState(for request: FetchRequestDescription) -> SectionCacheState? { state }

    func addResultsReceiver(_ receiver: any ResultsReceiver) { self.receiver = receiver }
}
