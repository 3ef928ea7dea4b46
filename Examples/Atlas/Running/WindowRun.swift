import CityData
import CityStacks
import CoreData
import Foundation
import Mainspring
import MainspringApplication
import MainspringGraphics
import MainspringRendering
import MainspringWindows

#if X11
    import MainspringX11
#endif

/// Atlas in a window: the cities are imported while somebody looks, and stay until the window is closed.
@MainActor
final class WindowRun: ApplicationDelegate {
    private let options: Options
    private let store: AtlasStore
    private let setUp: any SetUp
    private let window: Window
    let screen: AtlasScreen
    private var importing: Task<Void, Never>?
    /// What has gone wrong first, as a sentence.
    private(set) var failure: String?

    /// Whether there is a display, and this was built to use it.
    nonisolated static var isPossible: Bool {
        #if X11
            ProcessInfo.processInfo.environment["DISPLAY"]?.isEmpty == false
        #else
            false
        #endif
    }

    /// Shows the window until the program ends: with status 1 if something has gone wrong meanwhile, which is told as soon as
    /// it has.
    /// - Throws: why there can be no window.
    static func run(_ options: Options) throws {
        #if X11
            Application.shared.windowSystem = try X11WindowSystem { LayerPainter(background: Style.night) }
        #endif
        let run = try open(options, Application.shared)
        Application.shared.delegate = run
        Application.shared.run()
        // Where nothing has failed, the application has ended the process.
        run.end()
    }

    /// Opens the window over an empty store, which goes again if there can be no window.
    /// - Parameter kind: Through what the cities are imported; nil for what the options say.
    static func open(
        _ options: Options, _ application: Application, kind: (any SetUp.Type)? = nil
    ) throws -> WindowRun {
        do {
            return try WindowRun(options, application, kind ?? (options.setUps.first ?? .writer).type)
        } catch {
            AtlasStore.removeAll()
            throw error
        }
    }

    private init(_ options: Options, _ application: Application, _ kind: any SetUp.Type) throws {
        self.options = options
        store = try AtlasStore()
        setUp = kind.init(store.container.persistentStoreCoordinator)
        setUp.viewContext.mergeBudget = .time(.milliseconds(4))
        window = try Window(
            WindowConfiguration(title: "Atlas", size: Style.size, minimumSize: CGSize(width: 640, height: 360)),
            application: application)
        screen = try AtlasScreen(setUp.viewContext, in: window)
        window.show()
    }

    func applicationDidFinishLaunching(_ application: Application) {
        importing = Task { @MainActor in
            do {
                let cities = CityImport(
                    countries: try CityData.countries(), cities: try CityData.cities(limit: options.rows),
                    batchSize: 500)
                for _ in 0..<30 { await screen.nextFrame() }
                try await setUp.run(cities)
                await screen.finishImport()
            } catch {
                fail(Complaint.sentence(for: error))
            }
        }
    }

    /// Tells of a failure; the window stays.
    private func fail(_ sentence: String) {
        screen.show(failure: sentence)
        Complaint.tell(sentence)
        failure = failure ?? sentence
    }

    func application(_ application: Application, windowSystemDidFail sentence: String) {
        fail(sentence)
        application.stop(nil)
    }

    /// After a failure the run ends, and not the process with a status as if all were well.
    func applicationShouldTerminateAfterLastWindowClosed(_ application: Application) -> Bool {
        if failure != nil { application.stop(nil) }
        return failure == nil
    }

    func applicationWillTerminate(_ application: Application) { store.remove() }

    /// Ends the process when the run is over.
    private func end() -> Never {
        store.remove()
        exit(failure == nil ? EXIT_SUCCESS : EXIT_FAILURE)
    }
}
