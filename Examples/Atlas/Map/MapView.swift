import Foundation
import MainspringAnimation
import MainspringApplication
import MainspringGraphics
import MainspringRendering

/// The map: the earth by night, cities as discs from near, rings where large ones appear, names where the camera rests.
@MainActor
final class MapView {
    let layer = CALayer()
    let field = CityField()
    /// Moved and enlarged by the camera.
    let world = CALayer()
    private let glow = GlowMap()
    private let detail = DetailLayer()
    private let rings = CALayer()
    private let lines = CAShapeLayer()
    let names = CALayer()
    private(set) var camera = Camera.world
    /// A city was chosen by a click; nil for a click on the sea.
    var onChoose: ((CityField.Spot?, _ clicks: Int) -> Void)?
    /// Somebody moves the map, or wants it elsewhere: whatever flies over it has no business there any more.
    var onTakeOver: (() -> Void)?
    /// Whether that has happened since a flight began.
    var isTakenOver = false
    private var ringCount = 0
    private var detailIsStale = false
    /// What is seen of the cities on a way, instead of the detail.
    private var pictures: WayPictures?
    /// Those of the way that comes next.
    var prepared: WayPictures?
    let stamps = DiscStamps()
    private var nameWidths: [String: CGFloat] = [:]
    /// Whether a button that went down on the map has moved since.
    private var isDragged = false
    private var lastPlace = CGPoint.zero

    /// From this zoom on discs are drawn instead of light alone.
    private static let detailZoom: CGFloat = 2.2
    private static let mostRings = 24
    private static let mostNames = 14
    private static let nameSize: CGFloat = 13

    init() {
        layer.frame = Style.map
        (layer.masksToBounds, layer.backgroundColor) = (true, Style.night)
        let sea = CAGradientLayer()
        (sea.type, sea.frame) = (.radial, layer.bounds)
        sea.colors = [Style.color(0x14213A), Style.sea, Style.night]
        (sea.locations, sea.startPoint, sea.endPoint) = (
            [0, 0.6, 1], CGPoint(x: 0.5, y: 0.5), CGPoint(x: 1.15, y: 1.15)
        )
        layer.addSublayer(sea)
        world.bounds = CGRect(origin: .zero, size: Projection.size)
        layer.addSublayer(world)
        drawLines()
        world.addSublayer(lines)
        world.addSublayer(glow.layer)
        detail.frame = world.bounds
        (detail.field, detail.levelsOfDetail, detail.levelsOfDetailBias) = (field, 1, 8)
        detail.opacity = 0
        world.addSublayer(detail)
        rings.frame = world.bounds
        world.addSublayer(rings)
        names.frame = layer.bounds
        layer.addSublayer(names)
        layer.eventHandler = self
        withoutActions { put(camera) }
    }

    /// Meridians and parallels.
    private func drawLines() {
        lines.frame = world.bounds
        let path = CGMutablePath()
        for longitude in stride(from: -180.0, through: 180, by: 30) {
            path.move(to: Projection.point(latitude: 76, longitude: longitude))
            path.addLine(to: Projection.point(latitude: -56, longitude: longitude))
        }
        for latitude in stride(from: -40.0, through: 60, by: 20) {
            path.move(to: Projection.point(latitude: latitude, longitude: -180))
            path.addLine(to: Projection.point(latitude: latitude, longitude: 180))
        }
        (lines.path, lines.fillColor, lines.strokeColor, lines.lineWidth) = (
            path, nil, Style.color(0x4C6A9C, alpha: 0.16), 0.5
        )
    }

    // MARK: Cities

    /// Cities have arrived; they are seen from the next commit on.
    func add(_ spots: [CityField.Spot]) {
        for spot in spots {
            field.add(spot)
            glow.add(spot)
        }
        glow.flush()
        for spot in spots where spot.population >= 1_000_000 { addRing(at: spot) }
        if camera.zoom >= Self.detailZoom { detail.setNeedsDisplay() } else { detailIsStale = true }
    }

    /// A city that was edited is shown as it is now.
    func update(_ spot: CityField.Spot) {
        field.update(spot)
        prepared = nil
        leavePictures()
        detail.setNeedsDisplay()
        if !(names.sublayers ?? []).isEmpty { showNames() }
    }

    /// A ring grows where a large city has appeared, and is gone.
    private func addRing(at spot: CityField.Spot) {
        guard ringCount < Self.mostRings else { return }
        ringCount += 1
        let ring = CAShapeLayer()
        let radius = 5 + 4 * log10(CGFloat(spot.population) / 1_000_000)
        ring.bounds = CGRect(x: 0, y: 0, width: 2 * radius, height: 2 * radius)
        ring.position = spot.point
        ring.path = CGPath(ellipseIn: ring.bounds.insetBy(dx: 0.5, dy: 0.5), transform: nil)
        (ring.fillColor, ring.strokeColor, ring.lineWidth, ring.opacity) = (nil, Style.sky, 0.8, 0)
        rings.addSublayer(ring)
        let (grow, fade) = (CABasicAnimation(keyPath: "transform.scale"), CABasicAnimation(keyPath: "opacity"))
        (grow.fromValue, grow.toValue) = (0.15, 1.6)
        (fade.fromValue, fade.toValue) = (0.9, 0)
        let both = CAAnimationGroup()
        (both.animations, both.duration) = ([grow, fade], 0.9)
        both.timingFunction = CAMediaTimingFunction(name: .easeOut)
        CATransaction.begin()
        CATransaction.setCompletionBlock { [weak self] in
            ring.removeFromSuperlayer()
            self?.ringCount -= 1
        }
        ring.add(both, forKey: nil)
        CATransaction.commit()
    }

    // MARK: Camera

    /// Where the camera is on its way; ``camera`` is where it goes.
    var seenCamera: Camera {
        guard let seen = world.presentation(), !(world.animationKeys() ?? []).isEmpty else { return camera }
        return Camera(position: seen.position, zoom: seen.transform.m11, in: layer.bounds.size)
    }

    /// Shows the cities in pictures of a way, instead of what was seen of them.
    func show(_ pictures: WayPictures) {
        self.pictures?.layer.removeFromSuperlayer()
        self.pictures = pictures
        world.insertSublayer(pictures.layer, below: rings)
        detail.isHidden = true
    }

    /// Shows the cities in detail again.
    private func leavePictures() {
        guard let pictures else { return }
        self.pictures = nil
        pictures.leave()
        detail.isHidden = false
    }

    /// Somebody moves the map: on its way from where it is seen.
    private func takeOver() {
        // Who presses a key again wants to go on from where the last one leads.
        let seen = pictures == nil ? camera : seenCamera
        endFlight()
        for layer in [world, lightLayer, lines] { layer.removeAllAnimations() }
        prepared = nil
        leavePictures()
        if seen != camera { show(seen) }
    }

    private func endFlight() {
        isTakenOver = true
        onTakeOver?()
    }

    /// Shows another part of the map, at once.
    func show(_ camera: Camera) { withoutActions { put(camera) } }

    /// The layers are where a camera has them; inside of a transaction, whose actions may move them there.
    func put(_ camera: Camera) {
        self.camera = camera
        world.position = camera.position(in: layer.bounds.size)
        world.transform = camera.transform
        showDetail(camera.zoom)
        hideNames()
    }

    /// How bright the light of whole regions is: from near the cities shine for themselves.
    static func light(at zoom: CGFloat) -> Float { Float(min(max(1.3 - 0.15 * zoom, 0), 1)) }

    /// The layer of that light.
    var lightLayer: CALayer { glow.layer }

    /// How much is seen of meridians and parallels, which grow with the map.
    static func lines(at zoom: CGFloat) -> Float { Float(1 / zoom) }

    /// The layer of those.
    var lineLayer: CALayer { lines }

    /// Discs or light, as far as the camera is near.
    private func showDetail(_ zoom: CGFloat) {
        let isNear = zoom >= Self.detailZoom
        detail.opacity = isNear ? 1 : 0
        glow.layer.opacity = Self.light(at: zoom)
        lines.opacity = Self.lines(at: zoom)
        rings.isHidden = zoom > 6
        if isNear, detailIsStale {
            detailIsStale = false
            detail.setNeedsDisplay()
        }
    }

    /// Names of the largest cities that are seen; gone when the camera moves.
    func showNames() {
        hideNames()
        let view = layer.bounds.size
        let fixed = [Style.title, Style.caption, Style.counters]
        var taken = fixed
        for spot in field.largest(60, in: camera.visible(in: view)) where taken.count < fixed.count + Self.mostNames {
            let place = CGPoint(
                x: view.width / 2 + (spot.point.x - camera.center.x) * camera.zoom,
                y: view.height / 2 + (spot.point.y - camera.center.y) * camera.zoom)
            let box = CGRect(x: place.x + 10, y: place.y - 9, width: width(of: spot.name), height: 18)
            guard box.maxX < view.width, !taken.contains(where: { $0.intersects(box.insetBy(dx: -4, dy: -3)) }) else {
                continue
            }
            taken.append(box)
            let label = names.addText(spot.name, box, size: Self.nameSize, color: Style.text)
            label.castNight()
            names.insertSublayer(plate(behind: box), below: label)
        }
        names.setScale(layer.contentsScale)
        names.opacity = 1
    }

    /// How wide a name is, in whole points.
    private func width(of name: String) -> CGFloat {
        if let known = nameWidths[name] { return known }
        let font = TextFont(name: "Helvetica", size: Self.nameSize)
        let width = TextLayout(name, options: TextLayout.Options(font: font, wraps: false)).size.width.rounded(.up) + 1
        // Names are asked for again with each turn of a wheel, and seldom are there so many.
        if nameWidths.count >= 2_000 { nameWidths = [:] }
        nameWidths[name] = width
        return width
    }

    /// What keeps a name readable where the earth is bright.
    private func plate(behind box: CGRect) -> CALayer {
        let plate = CALayer()
        plate.frame = box.insetBy(dx: -4, dy: 0)
        (plate.backgroundColor, plate.cornerRadius) = (Style.color(0x070B14, alpha: 0.55), 5)
        return plate
    }

    func hideNames() {
        guard !(names.sublayers ?? []).isEmpty else { return }
        withoutActions {
            names.sublayers = []
            names.opacity = 0
        }
    }
}

extension MapView: @MainActor LayerEventHandler {
    func layer(_ layer: CALayer, handle event: Event, in window: Window) -> Bool {
        guard let place = event.location(in: self.layer) else { return false }
        switch event.content {
        case .pointer(let pointer): return point(pointer, at: place, in: window)
        case .scroll(let scroll):
            zoom(by: pow(1.0015, scroll.delta.dy * (scroll.isPrecise ? 1 : 40)), at: place)
        case .magnify(let magnify): zoom(by: 1 + magnify.magnification, at: place)
        default: return false
        }
        return true
    }

    private func point(_ pointer: PointerEvent, at place: CGPoint, in window: Window) -> Bool {
        switch pointer.phase {
        case .down: (isDragged, lastPlace) = (false, place)
        case .dragged:
            let way = CGVector(dx: place.x - lastPlace.x, dy: place.y - lastPlace.y)
            // A hand is never quite still.
            guard isDragged || hypot(way.dx, way.dy) > 3 else { return true }
            (isDragged, lastPlace) = (true, place)
            window.cursor = .closedHand
            takeOver()
            show(camera.moved(by: way))
        case .up:
            window.cursor = .arrow
            if isDragged { showNames() } else { choose(at: place, clicks: pointer.clickCount) }
        case .cancelled: window.cursor = .arrow
        default: return false
        }
        return true
    }

    /// The largest city where the pointer is; the nearest one where it is close to some.
    private func choose(at place: CGPoint, clicks: Int) {
        let point = camera.point(at: place, in: layer.bounds.size)
        let spot = field.largest(around: point, within: 6 / camera.zoom)
        onChoose?(spot ?? field.nearest(to: point, within: 12 / camera.zoom), clicks)
    }

    /// Moves on by a way on the screen.
    func pan(by way: CGVector) {
        takeOver()
        CATransaction.setAnimationDuration(0.18)
        put(camera.moved(by: way))
        showNames()
    }

    /// Moves to another camera, from wherever this one is: as soon as what is seen on the way is drawn, a picture in each pass of the loop.
    func glide(to goal: Camera) {
        endFlight()
        let way = Way.steady(from: seenCamera, to: goal, view: layer.bounds.size)
        // What moves is not to stand still meanwhile.
        guard (world.animationKeys() ?? []).isEmpty else { return begin(way) }
        prepare(way) { [weak self] in self?.begin(way) }
    }

    private func begin(_ way: Way) {
        CATransaction.begin()
        CATransaction.setCompletionBlock { [weak self] in
            guard let self, camera == way.goal else { return }
            leavePictures()
            showNames()
        }
        start(way)
        CATransaction.commit()
    }

    /// Nearer or farther, with a point of the view where it is.
    func zoom(by factor: CGFloat, at place: CGPoint) {
        takeOver()
        show(camera.zoomed(by: factor, at: place, in: layer.bounds.size))
        showNames()
    }
}
