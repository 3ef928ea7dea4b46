import ArgumentParser
import Foundation
import Mainspring
import MainspringApplication
import MainspringGraphics
import MainspringRendering

/// A map of the world made of its cities, which are imported while it is shown: in a window, as a measurement of four set-ups of
/// contexts, or as a recording.
///
/// Ends with status 1 and a sentence if an import fails, something cannot be written, the window system goes, or a measurement
/// has lost a city on the way to the store or to the map.
@main
struct Atlas {
    static func main() {
        StandardStreams.prepare()
        let options = Options.parseOrExit()
        do {
            CGContext.installCairo()
            try MainActor.assumeIsolated { try run(options) }
        } catch {
            Complaint.fail(Complaint.sentence(for: error))
        }
    }

    @MainActor
    private static func run(_ options: Options) throws {
        try Hangup.listen(for: .shared)
        try options.prepareOutputs()
        if !options.isHeadless, !options.tells, options.report == nil, options.trace == nil, WindowRun.isPossible {
            return try WindowRun.run(options)
        }
        // A recording alone needs no measurement.
        let measures = !options.tells || !options.setUps.isEmpty || options.report != nil || options.trace != nil
        guard measures else { return try StoryRun.run(options) }
        let (measurements, mistakes) = try MeasurementRun.run(options)
        var preview: Data?
        if options.tells {
            let story = StoryProcess(options)
            try HeadlessRun.run(HeadlessWindowSystem(), interrupted: { story.end() }) {
                preview = try await story.run()
            }
        }
        if let file = options.report {
            let recording = options.recording.map { RecordingFigure(file: URL(fileURLWithPath: $0), preview: preview) }
            let output = OutputFile(file)
            try output.write(try Report(measurements, recording: recording).page(in: output.folder))
        }
        try StandardStreams.print("The cities are GeoNames' (geonames.org), Creative Commons Attribution 4.0.")
        if !mistakes.isEmpty { Complaint.fail(mistakes.joined(separator: "\nAtlas: ")) }
    }
}
