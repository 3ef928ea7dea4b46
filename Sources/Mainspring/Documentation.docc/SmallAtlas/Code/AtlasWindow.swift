import MainspringApplication
import MainspringWindows
import MainspringX11
import QuartzCore

/// Shows the import in a window.
@MainActor
enum AtlasWindow {
    static func run() throws {
        let application = Application.shared
        application.windowSystem = try X11WindowSystem { LayerPainter(background: MapView.night) }
        let atlas = try Atlas(store: URL(fileURLWithPath: "World.sqlite"))
        let window = try Window(WindowConfiguration(title: "A small Atlas", size: MapView.size))
        window.layer.addSublayer(atlas.map.layer)
        window.show()
        Task { @MainActor in
            do {
                try await atlas.importCities { try await Task.sleep(for: .milliseconds(400)) }
            } catch {
                print(error)
            }
        }
        application.run()
    }
}
