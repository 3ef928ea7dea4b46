import Foundation
import Mainspring
import Testing

@testable import MainspringAnimation

@Suite struct LayerPlaybackTests {
    /// A layer whose x is the seconds since the beginning, times 100, for 10 seconds.
    private func runner(_ stage: Stage, in outer: CALayer? = nil) -> CALayer {
        let layer = stage.addLayer(in: outer)
        let way = CABasicAnimation(\.position.x, from: 0, to: 1000)
        way.duration = 10
        way.fillMode = .both
        layer.add(way, forKey: "way")
        CATransaction.flush()
        return layer
    }

    private func x(_ layer: CALayer) -> Double { Double(layer.presentation()?.position.x ?? .nan) }

    /// Where a layer is at this instant.
    private func x(_ stage: Stage, _ layer: CALayer) -> Double {
        layer.shown(.position, at: stage.now)?.number ?? .nan
    }

    /// What is done to the layer, what shows then 1 s later, and its speed.
    static let moves: [(String, @Sendable (LayerPlayback) -> Void, Double, Float)] = [
        ("nothing", { _ in }, 300, 1),
        ("pause", { $0.pause() }, 200, 0),
        (
            "pause twice",
            {
                $0.pause(); $0.pause()
            }, 200, 0
        ),
        ("resume", { $0.resume() }, 300, 1),
        (
            "pause, resume",
            {
                $0.pause(); $0.resume()
            }, 300, 1
        ),
        (
            "pause, resume twice",
            {
                $0.pause(); $0.resume(); $0.resume()
            }, 300, 1
        ),
        ("slow", { $0.speed = 0.25 }, 225, 0.25),
        (
            "slow, pause, resume",
            {
                $0.speed = 0.25; $0.pause(); $0.pause(); $0.resume()
            }, 225, 0.25
        ),
        ("fast", { $0.speed = 4 }, 600, 4),
        ("0", { $0.speed = 0 }, 200, 0),
        (
            "0, resume",
            {
                $0.speed = 0; $0.resume()
            }, 300, 1
        ),
        ("no number", { $0.speed = .nan }, 300, 1),
        ("infinite", { $0.speed = .infinity }, 300, 1),
        (
            "paused, slow",
            {
                $0.pause(); $0.speed = 0.5
            }, 200, 0
        ),
        (
            "paused, slow, resume",
            {
                $0.pause(); $0.speed = 0.5; $0.resume()
            }, 250, 0.5
        ),
        ("reverse", { $0.reverse() }, 100, -1),
        (
            "reverse twice",
            {
                $0.reverse(); $0.reverse()
            }, 300, 1
        ),
        (
            "paused, reverse, resume",
            {
                $0.pause(); $0.reverse(); $0.resume()
            }, 100, -1
        ),
        ("backwards, slow", { $0.speed = -0.5 }, 150, -0.5),
    ]

    @Test(arguments: moves.indices)
    func `nothing jumps, and time goes on as it is told`(index: Int) throws {
        try onStage { stage in
            let (name, move, later, speed) = Self.moves[index]
            let layer = runner(stage)
            stage.run(for: 2)
            let before = x(stage, layer)
            move(layer.playback)
            CATransaction.flush()
            #expect(isNear(x(stage, layer), before, within: 1e-6), "\(name)")
            #expect(isNear(x(layer), before, within: 1e-6), "\(name)")
            #expect(layer.speed == speed, "\(name)")
            let start = stage.now
            stage.run(for: 1)
            #expect(isNear(x(stage, layer), before + (later - 200) * (stage.now - start), within: 1e-5), "\(name)")
        }
    }

    @Test func `speed is that of when it plays, and paused layers say so`() throws {
        try onStage { stage in
            let playback = runner(stage).playback
            #expect(playback.speed == 1 && !playback.isPaused)
            playback.speed = 0.5
            playback.pause()
            #expect(playback.speed == 0.5 && playback.isPaused)
            playback.reverse()
            #expect(playback.speed == -0.5 && playback.isPaused)
            playback.resume()
            #expect(playback.speed == -0.5 && !playback.isPaused)
        }
    }

    @Test func `a layer that somebody else has stopped goes on at normal speed`() throws {
        try onStage { stage in
            let layer = runner(stage)
            layer.speed = 0
            layer.playback.resume()
            #expect(layer.speed == 1)
        }
    }

    /// What is done at 2 s, and what shows then.
    static let seeks: [(String, @Sendable (LayerPlayback) -> Void, Double)] = [
        ("to", { $0.seek(to: 5) }, 500), ("on", { $0.seek(by: 1.5) }, 350), ("back", { $0.seek(by: -1.5) }, 50),
        ("in the animation", { $0.seek(to: 7, inAnimationForKey: "way") }, 700),
        ("in one that is not there", { $0.seek(to: 7, inAnimationForKey: "other") }, 200),
        ("before its beginning", { $0.seek(to: -3) }, 0), ("behind its end", { $0.seek(by: 60) }, 1000),
        ("no number", { $0.seek(to: .nan) }, 200), ("infinite", { $0.seek(by: -.infinity) }, 200),
        (
            "paused",
            {
                $0.pause(); $0.seek(to: 3)
            }, 300
        ),
        (
            "backwards",
            {
                $0.reverse(); $0.seek(to: 3)
            }, 300
        ),
    ]

    @Test(arguments: seeks.indices)
    func `a seek shows another time, and time goes on from there as it did`(index: Int) throws {
        try onStage { stage in
            let (name, seek, expected) = Self.seeks[index]
            let layer = runner(stage)
            stage.run(to: 2)
            layer.playback.pause()
            layer.playback.seek(to: 2)
            layer.playback.resume()
            seek(layer.playback)
            CATransaction.flush()
            #expect(isNear(x(stage, layer), expected, within: 1e-5), "\(name)")
            let time = layer.playback.time
            let speed = Double(layer.speed)
            stage.run(for: 0.5)
            #expect(isNear(layer.playback.time, time + 0.5 * speed, within: 1e-6), "\(name)")
        }
    }

    @Test func `several layers are one; one in another is left to that`() throws {
        try onStage { stage in
            let (a, b) = (runner(stage), runner(stage))
            let inner = runner(stage, in: a)
            [inner, a, b].playback.speed = 0.5
            #expect(a.speed == 0.5 && b.speed == 0.5 && inner.speed == 1)
            [a, b].playback.pause()
            #expect([a, b].playback.isPaused && [a, inner].playback.isPaused)
            let none: [CALayer] = []
            none.playback.pause()
            #expect(!none.playback.isPaused && none.playback.speed == 1 && none.playback.time == 0)
        }
    }

    @Test func `a host's playback is that of all in it`() throws {
        try onStage { stage in
            let (a, b) = (runner(stage), runner(stage, in: stage.addLayer()))
            stage.run(for: 2)
            stage.host.playback.speed = 0.25
            CATransaction.flush()
            let (was, wasInner, start) = (x(stage, a), x(stage, b), stage.now)
            stage.run(for: 2)
            #expect(isNear(x(stage, a), was + 25 * (stage.now - start), within: 1e-5))
            #expect(isNear(x(stage, b), wasInner + 25 * (stage.now - start), within: 1e-5))
            stage.host.playback.pause()
            CATransaction.flush()
            let frames = stage.host.frameCount
            let stopped = x(a)
            stage.run(for: 5)
            #expect(x(a) == stopped && stage.host.frameCount <= frames + 1)
            LayerHost(clock: stage.clock).playback.pause()
        }
    }

    @Test func `what was animated and held runs back to where it began, and stays there`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            PropertyStep(layer, \.position.x, to: 100, .timing(duration: 1, nil), delay: 0).begin()
            stage.run(for: 0.5)
            layer.playback.reverse()
            stage.run(for: 2)
            #expect(x(layer) == 0)
            layer.playback.reverse()
            stage.run(for: 3)
            #expect(x(layer) == 100 && layer.animationKeys() == nil)
        }
    }

    @Test func `layers without a host have playback too`() {
        let layer = CALayer()
        layer.playback.pause()
        #expect(layer.speed == 0 && layer.playback.isPaused)
        layer.playback.resume()
        #expect(layer.speed == 1)
    }
}
