import CoreData
import Mainspring

@main
struct SmallAtlas: MainLoopProgram {
    func run() async throws {
        let atlas = try Atlas(store: URL(fileURLWithPath: "World.sqlite"))
        atlas.list.onArrival = { city in print(city.name ?? "", "has arrived") }
        try await atlas.importCities { try await Task.sleep(for: .milliseconds(400)) }
        for line in atlas.list.lines { print(line) }
    }
}
