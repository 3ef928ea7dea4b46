import QuartzCore

/// Records the import into a file, on a virtual clock.
struct Recording: MainLoopProgram {
    static let clock = VirtualClock()

    func run() async throws {
        let clock = Self.clock
        let film = try HostRecording(
            width: 800, height: 400, rate: FrameRate(30),
            to: AnimatedWebPSink(url: URL(fileURLWithPath: "atlas.webp")))
        let atlas = try Atlas(store: URL(fileURLWithPath: "World.sqlite"))
        let host = LayerHost(framesPerSecond: 30)
        host.onFrame = { film.add($0) }
        host.layer = atlas.map.layer
        try await clock.withHold {
            try await atlas.importCities { try await clock.sleep(for: .milliseconds(400)) }
            try await clock.sleep(for: .seconds(1))
        }
        host.layer = nil
        try film.finish()
        for line in atlas.list.lines { print(line) }
    }
}
