import CoreData
import Mainspring

@main
struct SmallAtlas: MainLoopProgram {
    func run() async throws {
        let container = try NSPersistentContainer.world(at: URL(fileURLWithPath: "World.sqlite"))
        let request: NSFetchRequest<Town> = Town.fetchRequest()
        print(try container.viewContext.count(for: request), "cities")
    }
}
