import Foundation
import Mainspring
import MainspringAnimation
import MainspringGraphics
import Testing

@testable import MainspringRendering

/// Files that may not get longer than a limit, which is the process's; so each test has a process.
@Suite struct FullDiskTests {
    private static func limit(to bytes: Int) {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        limit.rlim_cur = rlim_t(bytes)
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    }

    @Test func `a PNG file that is not whole is taken away, and those before it stay`() async {
        await #expect(processExitsWith: .success) {
            signal(SIGXFSZ, SIG_DFL)
            try RecordingStage.run { stage in
                let sink = PNGFrameSink(folder: stage.folder)
                let error = #expect(throws: RecordingError.self) {
                    try stage.recorder().record(frames: 9, rate: FrameRate(60), to: sink) { progress in
                        if progress.frames == 3 { Self.limit(to: 20) }
                    }
                }
                #expect(error?.code == .file && error?.description.contains("Frame 3") == true)
                #expect(try stage.files() == ["frame-00000.png", "frame-00001.png", "frame-00002.png"])
                for name in try stage.files() { #expect(try CGImage(contentsOf: stage.file(name)).width == 16) }
            }
        }
    }

    @Test func `an animation for which there is no room leaves the former file, and can be saved elsewhere`() async {
        await #expect(processExitsWith: .success) {
            signal(SIGXFSZ, SIG_DFL)
            try RecordingStage.run { stage in
                let sink = AnimatedWebPSink(url: stage.file("a.webp"))
                try Data("former".utf8).write(to: sink.url)
                Self.limit(to: 20)
                let recorder = try stage.recorder()
                stage.moveBox()
                let error = #expect(throws: RecordingError.self) {
                    try recorder.record(frames: 9, rate: FrameRate(60), to: sink)
                }
                #expect(error?.code == .file && error?.description.contains("a.webp") == true)
                #expect(try Data(contentsOf: sink.url) == Data("former".utf8))
                #expect(try stage.files() == ["a.webp"])
                Self.limit(to: 1 << 20)
                try sink.save(to: stage.file("b.webp"))
                #expect(try WebPPictures(Data(contentsOf: stage.file("b.webp"))).ends.last == 150)
            }
        }
    }
}
