import ArgumentParser
import Foundation
import Mainspring
import MainspringGraphics
import MainspringRendering

/// A map of the world made of its cities, which are imported while it is shown: in a window, as a measurement of four set-ups of
/// contexts, or as a recording.
///
/// Ends with an error if a measurement has lost a city on the way to the store or to the map.
@main
struct Atlas {
    static func main() {
        let options = Options.parseOrExit()
        do {
            CGContext.installCairo()
            try MainActor.assumeIsolated { try run(options) }
        } catch {
            fail("\(error)")
        }
    }

    @MainActor
    private static func run(_ options: Options) throws {
        if !options.isHeadless, !options.tells, options.report == nil, options.trace == nil, WindowRun.isPossible {
            return try WindowRun.run(options)
        }
        // A recording alone needs no measurement.
        let measures = !options.tells || !options.setUps.isEmpty || options.report != nil || options.trace != nil
        guard measures else { return try StoryRun.run(options) }
        let (measurements, mistakes) = try MeasurementRun.run(options)
        // The story has another clock, and one process has one.
        if options.tells { try tellElsewhere(options) }
        if let file = options.report {
            try OutputFile(file).write(try Report(measurements, recording: options.recording).page())
        }
        print("The cities are GeoNames' (geonames.org), Creative Commons Attribution 4.0.")
        if !mistakes.isEmpty { fail(mistakes.joined(separator: "\nAtlas: ")) }
    }

    private static func tellElsewhere(_ options: Options) throws {
        var arguments: [String] = []
        if let file = options.recording { arguments += ["--record", file] }
        if let folder = options.frames { arguments += ["--frames", folder] }
        if options.rows < .max { arguments += ["--rows", String(options.rows)] }
        let child = Process()
        child.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        child.arguments = arguments
        try child.run()
        child.waitUntilExit()
        guard child.terminationStatus == 0 else { throw StoryFailed() }
    }

    private struct StoryFailed: Error, CustomStringConvertible {
        var description: String { "The story could not be recorded; what went wrong stands above." }
    }

    private static func fail(_ sentence: String) -> Never {
        FileHandle.standardError.write(Data("Atlas: \(sentence)\n".utf8))
        exit(1)
    }
}
