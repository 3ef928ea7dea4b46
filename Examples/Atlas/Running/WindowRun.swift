import CityData
import CityStacks
import CoreData
import Foundation
import Mainspring
import MainspringApplication
import MainspringGraphics
import MainspringRendering

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
    private let screen: AtlasScreen
    private var importing: Task<Void, Never>?

    /// Whether there is a display, and this was built to use it.
    nonisolated static var isPossible: Bool {
        #if X11
            ProcessInfo.processInfo.environment["DISPLAY"]?.isEmpty == false
        #else
            false
        #endif
    }

    /// Shows the window, and returns when the program is to end.
    static func run(_ options: Options) throws {
        #if X11
            Application.shared.windowSystem = try X11WindowSystem { LayerPainter(background: Style.night) }
        #endif
        let run = try open(options, Application.shared)
        Application.shared.delegate = run
        Application.shared.run()
        withExtendedLifetime(run) {}
    }

    /// Opens the window over an empty store, which goes again if there can be no window.
    static func open(_ options: Options, _ application: Application) throws -> WindowRun {
        do {
            return try WindowRun(options, application)
        } catch {
            AtlasStore.removeAll()
            throw error
        }
    }

    private init(_ options: Options, _ application: Application) throws {
        self.options = options
        store = try AtlasStore()
        setUp = (options.setUps.first ?? .writer).type.init(store.container.persistentStoreCoordinator)
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
                screen.show(caption: "\(error)")
            }
        }
    }

    func applicationWillTerminate(_ application: Application) { store.remove() }
}
