import Foundation
import Mainspring
import MainspringAnimation

/// The camera goes from city to city: twice the same, waited for in two ways.
extension MapView {
    /// How long the camera stays at a city, in seconds.
    static let stay = 0.35

    /// Starts on a way, inside of the transaction that is open.
    func start(_ way: Way) {
        let view = layer.bounds.size
        func add(_ values: [Any], _ path: String, to layer: CALayer) {
            let animation = CAKeyframeAnimation(keyPath: path)
            (animation.values, animation.duration) = (values, way.duration)
            animation.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
            layer.add(animation, forKey: path)
        }
        play(way, showPictures(of: way), way.cameras.indices, duration: way.duration, timing: .easeInEaseOut)
        add(way.cameras.map { $0.position(in: view) }, "position", to: world)
        add(way.cameras.map(\.transform), "transform", to: world)
        show(way.goal)
    }

    /// As the source text has it: a transaction for each way, and a run of the loop that its completion block ends. Nothing stops
    /// meanwhile, since the run is the loop's own; but who calls this goes on only when all is over.
    /// - Returns: false if somebody has moved the map meanwhile.
    func flyInNestedRuns(_ legs: [Leg], arrived: (Leg) -> Void) -> Bool {
        let rl = CFRunLoopGetCurrent()
        // A loop without anything to wait for would not run.
        let timer = CFRunLoopTimerCreate(
            nil, CFDateGetAbsoluteTime(Date.distantFuture as CFDate), 0, 0, 0, nil, nil)
        CFRunLoopAddTimer(rl, timer, .defaultMode)
        defer { CFRunLoopTimerInvalidate(timer) }
        isTakenOver = false
        if let first = legs.first {
            var isReady = false
            prepare(.steady(from: seenCamera, to: first.camera, view: layer.bounds.size)) { isReady = true }
            while !isReady, prepared != nil, !isTakenOver { _ = CFRunLoopRunInMode(.defaultMode, 0, true) }
            guard !isTakenOver else { return false }
        }
        for (index, leg) in legs.enumerated() {
            CATransaction.begin()
            CATransaction.setCompletionBlock { CFRunLoopStop(rl) }
            start(.steady(from: seenCamera, to: leg.camera, view: layer.bounds.size))
            CATransaction.commit()
            CFRunLoopRun()
            guard !isTakenOver else { return false }
            arrived(leg)
            if index + 1 < legs.count {
                prepare(.steady(from: camera, to: legs[index + 1].camera, view: layer.bounds.size))
            }
            _ = CFRunLoopRunInMode(.defaultMode, Self.stay, false)
            guard !isTakenOver else { return false }
        }
        return true
    }

    /// The same as a sequence that is awaited: away from the city, over the map, and down to the next.
    /// - Returns: false if it was cancelled, or somebody has moved the map.
    func fly(_ legs: [Leg], arrived: @escaping (Leg) -> Void) async -> Bool {
        let (view, world) = (layer.bounds.size, world)
        isTakenOver = false
        for (index, leg) in legs.enumerated() {
            let way = Way.inHalves(from: seenCamera, to: leg.camera, view: view)
            let (top, half) = (way.cameras[way.middle], way.duration / 2)
            let pictures = showPictures(of: way)
            let flight = AnimationSequence {
                perform { [weak self] in self?.play(way, pictures, 0..<way.middle, duration: half, timing: .easeIn) }
                parallel {
                    animate(world, \.position, to: top.position(in: view), duration: half, timing: .init(name: .easeIn))
                    animate(world, \.transform, to: top.transform, duration: half, timing: .init(name: .easeIn))
                }
                perform { [weak self] in
                    self?.play(way, pictures, way.middle..<way.cameras.count, duration: half, timing: .easeOut)
                }
                parallel {
                    animate(
                        world, \.position, to: leg.camera.position(in: view), duration: half,
                        timing: .init(name: .easeOut))
                    animate(world, \.transform, to: leg.camera.transform, duration: half, timing: .init(name: .easeOut))
                }
                perform { [weak self] in
                    guard let self else { return }
                    show(leg.camera)
                    arrived(leg)
                    if index + 1 < legs.count {
                        prepare(.inHalves(from: leg.camera, to: legs[index + 1].camera, view: view))
                    }
                }
                pause(for: Self.stay)
            }
            guard await flight.run(), !isTakenOver else { return false }
        }
        return true
    }

    // MARK: Pictures

    /// Light and pictures are as a part of the way has them, inside of the transaction that is open.
    private func play(
        _ way: Way, _ pictures: WayPictures, _ part: Range<Int>, duration: Double, timing: CAMediaTimingFunctionName
    ) {
        pictures.play(part, duration: duration, timing: timing)
        for (layer, opacity) in [(lightLayer, Self.light), (lineLayer, Self.lines)] {
            let values = way.cameras[part].map { opacity($0.zoom) }
            let animation = CAKeyframeAnimation(keyPath: "opacity")
            (animation.values, animation.duration) = (values, duration)
            animation.timingFunction = CAMediaTimingFunction(name: timing)
            layer.add(animation, forKey: "opacity")
            withoutActions { layer.opacity = values.last ?? 1 }
        }
    }

    /// What is seen on a way is drawn, a picture in each pass of the loop.
    /// - Parameter then: Is called when all is drawn, unless another way comes first.
    func prepare(_ way: Way, then: (() -> Void)? = nil) {
        let pictures = makePictures(of: way)
        prepared = pictures
        drawAhead(pictures, then)
    }

    private func makePictures(of way: Way) -> WayPictures {
        WayPictures(way, view: layer.bounds.size, scale: layer.contentsScale, field, stamps)
    }

    private func drawAhead(_ pictures: WayPictures, _ then: (() -> Void)?) {
        CFRunLoopPerformBlock(CFRunLoopGetCurrent(), CFRunLoopMode.commonModes) { [weak self] in
            guard let self, pictures === prepared else { return }
            guard pictures.drawNext() else { return then?() ?? () }
            drawAhead(pictures, then)
        }
    }

    /// From now on what is seen of the cities are a way's pictures. The names go.
    private func showPictures(of way: Way) -> WayPictures {
        let known = prepared?.way == way ? prepared : nil
        let pictures = known ?? makePictures(of: way)
        prepared = nil
        pictures.drawAll()
        withoutActions { show(pictures) }
        hideNames()
        return pictures
    }
}
