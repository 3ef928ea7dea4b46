import QuartzCore

@main
enum SmallAtlas {
    static func main() throws {
        CGContext.installCairo()
        if CommandLine.arguments.contains("--window") {
            try MainActor.assumeIsolated { try AtlasWindow.run() }
        } else {
            CFRunLoopGetMain().clock = Recording.clock
            Recording.main()
        }
    }
}
