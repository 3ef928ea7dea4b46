import Foundation
import Mainspring
import MainspringAnimation
import MainspringApplication
import MainspringGraphics
import MainspringRendering

/// Plays the story into files.
enum StoryRun {
    /// The size of a recording: two thirds of the screen.
    private static let scale: CGFloat = 2 / 3.0
    /// The size of a preview, which is to be small enough for a page: half of the screen.
    private static let previewScale: CGFloat = 1 / 2.0
    /// The frames per second of a preview.
    static let previewRate = 5

    /// - Throws: what the story or a file's writing throws.
    @MainActor
    static func run(_ options: Options) throws {
        let clock = VirtualClock()
        CFRunLoopGetMain().clock = clock
        var recordings: [HostRecording] = []
        if let file = options.recording {
            let sink = AnimatedWebPSink(url: URL(fileURLWithPath: file), effort: .thorough, quality: 60)
            recordings.append(try recording(at: scale, rate: FrameRate(Story.rate), to: sink))
        }
        if let file = options.preview {
            let sink = AnimatedWebPSink(url: URL(fileURLWithPath: file), effort: .thorough, quality: 35)
            recordings.append(try recording(at: previewScale, rate: FrameRate(previewRate), to: sink))
        }
        if let folder = options.frames {
            let sink = PNGFrameSink(folder: URL(fileURLWithPath: folder), prefix: "atlas-")
            recordings.append(try recording(at: 1, rate: FrameRate(2), to: sink))
        }
        let all = recordings
        let length = options.storySeconds.map(Double.init)
        let cities = try Story.cities(rows: options.rows, seconds: min(length ?? 7, 7))
        try HeadlessRun.run(HeadlessWindowSystem(framesPerSecond: Story.rate) { RecordingPainter(all) }) {
            let story = try Story(cities, clock, length: length)
            let (screen, progress) = (story.screen, ProgressLine())
            screen.onFrame = { [unowned screen] in
                guard let first = screen.frameTimes.first, let last = screen.frameTimes.last else { return }
                progress.note("\(Int(last - first)) s of the story")
            }
            try await story.play()
            story.close()
            progress.end()
        }
        for recording in recordings { try recording.finish() }
    }

    private static func recording(at scale: CGFloat, rate: FrameRate, to sink: any FrameSink) throws -> HostRecording {
        try HostRecording(
            width: Int((Style.size.width * scale).rounded()), height: Int((Style.size.height * scale).rounded()),
            scale: scale,
            background: Style.night, rate: rate, to: sink)
    }
}
