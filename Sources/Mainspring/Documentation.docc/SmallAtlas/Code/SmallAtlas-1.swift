import Mainspring

@main
struct SmallAtlas: MainLoopProgram {
    func run() async throws {
        print("Here is the main loop.")
    }
}
