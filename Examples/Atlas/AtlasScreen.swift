import CityStacks
import CoreData
import Foundation
import Mainspring
import MainspringAnimation
import MainspringApplication
import MainspringGraphics
import MainspringRendering
import MainspringWindows

/// All that is seen: map, list, counters, what moves by itself, search and form.
@MainActor
final class AtlasScreen {
    let root = CALayer()
    let map = MapView()
    let list: ListView
    let search = Style.field("Name, or population > 5000000")
    /// The form that is open: while there is one, nothing else takes clicks and keys.
    var form: EditForm?
    /// When the main loop made its frames, in seconds of the clock.
    private(set) var frameTimes: [Double] = []
    /// How many cities the map shows.
    private(set) var cityCount = 0
    /// A frame was made.
    var onFrame: (() -> Void)?
    let window: Window
    let context: NSManagedObjectContext
    private let dial = Dial()
    private let strip = FrameStrip()
    private let cities = Counter("cities", digits: 6)
    private let countries = Counter("countries", digits: 3)
    private let people = Counter("people live there", digits: 10)
    private let caption: CATextLayer
    private let hint: CATextLayer
    private var counts = (countries: Int64(0), people: Int64(0))
    /// What the context has got and the map has not.
    private var arrivals: [City] = []
    private var link: CADisplayLink?
    private var observer: (any NSObjectProtocol)?
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var isFlying = false
    /// The second flight, while it is under way.
    private var flightBack: Task<Void, Never>?

    /// So many cities come onto the map with one frame at most.
    private static let mostArrivals = 2_500

    /// - Parameter context: Of the main queue.
    init(_ context: NSManagedObjectContext, in window: Window) throws {
        (self.context, self.window) = (context, window)
        list = ListView(try CountryList(context))
        root.anchorPoint = .zero
        root.bounds = CGRect(origin: .zero, size: Style.size)
        (root.backgroundColor, root.masksToBounds) = (Style.night, true)
        root.addSublayer(map.layer)
        caption = CATextLayer()
        hint = CATextLayer()
        withoutActions { build() }
        observe()
        let link = CADisplayLink { [weak self] link in self?.makeFrame(at: link.timestamp) }
        link.add(to: CFRunLoopGetMain(), forMode: .commonModes)
        self.link = link
        window.layer.addSublayer(root)
        window.delegate = self
        fit()
    }

    private func build() {
        shade(CGRect(x: 0, y: 0, width: Style.map.width, height: 110), isUpward: true)
        shade(CGRect(x: 0, y: 600, width: Style.map.width, height: 120), isUpward: false)
        root.addText("Atlas", CGRect(x: 32, y: 24, width: 200, height: 36), size: 30, isBold: true)
        root.addText(
            "Every place on earth where a thousand people live", CGRect(x: 33, y: 62, width: 400, height: 20), size: 14,
            color: Style.quiet
        ).castNight()
        let counters: [(Counter, CGFloat)] = [(cities, 32), (countries, 178), (people, 262)]
        for (counter, x) in counters {
            counter.layer.position = CGPoint(x: x, y: 646)
            root.addSublayer(counter.layer)
        }
        strip.layer.position = CGPoint(x: 660, y: 668)
        root.addSublayer(strip.layer)
        dial.layer.position = CGPoint(x: 868, y: 664)
        root.addSublayer(dial.layer)
        (caption.font, caption.alignmentMode) = ("Helvetica-Bold" as NSString, .center)
        (caption.shadowOpacity, caption.shadowRadius, caption.opacity) = (0.9, 3, 0)
        root.addSublayer(caption)
        hint.frame = Style.hint
        (hint.font, hint.fontSize, hint.foregroundColor) = ("Helvetica" as NSString, 12, Style.quiet)
        (hint.alignmentMode, hint.string) = (.right, "drag, wheel, + and −: move    F: fly    /: search    E: edit")
        hint.castNight()
        root.addSublayer(hint)
        root.addSublayer(list.layer)
        search.frame = CGRect(x: 24, y: 62, width: Style.list.width - 48, height: 36)
        list.layer.addSublayer(search)
        search.onChange = { [weak self] in self?.find($0.text) }
        search.onEscape = { [weak self] field in
            field.text = ""
            self?.find("")
            self?.window.focusLayer = nil
        }
        search.onReturn = { [weak self] _ in self?.window.focusLayer = nil }
        list.onFound = { [weak self] in self?.tellCount() }
        list.onChoose = { [weak self] identity, clicks in self?.choose(identity, clicks: clicks) }
        map.onTakeOver = { [weak self] in self?.endFlight() }
        map.onChoose = { [weak self] spot, clicks in
            guard let self, form == nil else { return }
            guard let spot, let city = city(number: spot.number) else { return leaveChoice() }
            choose(city.objectID, clicks: clicks, moves: false)
        }
        root.setScale(window.scale)
    }

    /// Darkens the map towards its edge, so that what stands there can be read.
    private func shade(_ frame: CGRect, isUpward: Bool) {
        let shade = CAGradientLayer()
        shade.frame = frame
        let colors = [Style.color(0x070B14, alpha: 0.9), Style.color(0x070B14, alpha: 0)]
        shade.colors = isUpward ? colors : colors.reversed()
        root.addSublayer(shade)
    }

    /// As large as the window lets it be, in its middle.
    func fit() {
        let (size, whole) = (window.size, Style.size)
        let scale = min(size.width / whole.width, size.height / whole.height)
        withoutActions {
            root.setAffineTransform(CGAffineTransform(scaleX: scale, y: scale))
            root.position = CGPoint(
                x: (size.width - scale * whole.width) / 2, y: (size.height - scale * whole.height) / 2)
        }
    }

    /// Nothing moves and nothing is heard of any more.
    func end() {
        link?.invalidate()
        if let observer { NotificationCenter.default.removeObserver(observer) }
        root.removeFromSuperlayer()
    }

    // MARK: What arrives

    private func observe() {
        observer = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
        ) { [weak self] notification in
            // The context is of the main queue.
            nonisolated(unsafe) let notification = notification
            MainActor.assumeIsolated { self?.note(notification) }
        }
    }

    private func note(_ notification: Notification) {
        let noting = Self.signposter.beginInterval("objects have arrived")
        defer { Self.signposter.endInterval("objects have arrived", noting) }
        let inserted = notification.userInfo?[NSInsertedObjectsKey] as? Set<NSManagedObject> ?? []
        for object in inserted {
            switch object {
            case let city as City: arrivals.append(city)
            case is Country: counts.countries += 1
            default: break
            }
        }
    }

    /// The import is over: names are seen, and the window says how many cities there are.
    func finishImport() async {
        while !hasShownAll { await nextFrame() }
        tellCount()
        map.showNames()
    }

    /// Whether everything that the context has got is seen.
    var hasShownAll: Bool { arrivals.isEmpty }

    private static let signposter = Signposter(category: "Atlas")

    private func makeFrame(at time: Double) {
        Self.signposter.withIntervalSignpost("frame") { bringUpToDate(time) }
        let woken = waiting
        waiting = []
        for continuation in woken { continuation.resume() }
    }

    private func bringUpToDate(_ time: Double) {
        frameTimes.append(time)
        if !arrivals.isEmpty {
            let count = min(arrivals.count, Self.mostArrivals)
            let spots = arrivals.prefix(count).map(CityField.Spot.init)
            arrivals.removeFirst(count)
            Self.signposter.withIntervalSignpost("cities onto the map") { map.add(spots) }
            cityCount += count
            counts.people += spots.reduce(0) { $0 + $1.population }
            cities.show(Int64(cityCount))
            people.show(counts.people)
        }
        countries.show(counts.countries)
        Self.signposter.withIntervalSignpost("list") { list.refresh(at: time) }
        strip.note(time)
        onFrame?()
    }

    /// Waits until the next frame was made.
    func nextFrame() async { await withCheckedContinuation { waiting.append($0) } }

    // MARK: Cities

    /// Lists what a search finds.
    private func find(_ text: String) {
        list.search(text)
    }

    /// The window says how many cities there are, or how many of them the search finds.
    private func tellCount() {
        let all = ResultTable.cities(cityCount)
        guard !search.text.allSatisfy(\.isWhitespace) else { return tell(all) }
        // What cannot be read has found nothing yet.
        if let count = list.foundCount { tell("\(ResultTable.grouped(count)) of \(all)") }
    }

    /// The window says what is seen.
    func tell(_ text: String) { window.title = "Atlas – \(text)" }

    private func city(number: Int64) -> City? {
        let request: NSFetchRequest<City> = City.fetchRequest()
        request.predicate = NSPredicate(format: "geonameID == %lld", number)
        request.fetchLimit = 1
        return try? context.fetch(request).first
    }

    /// Says over the map which city it is.
    func show(caption text: String) { show(text, in: Style.caption, size: 20, color: Style.text) }

    /// Says there what has gone wrong, in two lines at most.
    func show(failure sentence: String) {
        // The folder's name would take a line of them, and says nothing to who looks.
        let brief = AtlasStore.all.reduce(sentence) { $0.replacingOccurrences(of: $1.folder.path + "/", with: "") }
        show(brief, in: Style.failure, size: 15, color: Style.coral)
    }

    private func show(_ text: String, in frame: CGRect, size: CGFloat, color: CGColor) {
        withoutActions {
            (caption.string, caption.frame, caption.fontSize, caption.foregroundColor) = (text, frame, size, color)
            (caption.isWrapped, caption.truncationMode) = (frame == Style.failure, .end)
        }
        caption.opacity = 1
    }

    /// What is said over the map.
    var captionText: String { caption.string as? String ?? "" }

    // MARK: Flights

    /// To all of them by runs of the loop inside of this one, then by an async sequence, and home.
    func fly(to legs: [Leg]) async {
        guard flyThere(legs) else { return }
        await flyBack(legs)
    }

    /// The same for an event's handler, which returns when the first of the flights is over.
    ///
    /// Not from a task: what the main queue calls keeps it from being served in the runs inside, and with it all other
    /// tasks of the main actor.
    func startFlight(to legs: [Leg]) {
        guard flyThere(legs) else { return }
        flightBack = Task { await flyBack(legs) }
    }

    /// The second flight, the other way round and without a run inside.
    private func flyBack(_ legs: [Leg]) async {
        let isWhole = await map.fly(legs.reversed()) { [weak self] in self?.arrive(at: $0) }
        (isFlying, flightBack) = (false, nil)
        // Who has taken the map over knows where it is to be.
        guard isWhole else { return }
        goHome()
    }

    /// The first of the two flights. The second one is to follow at once: nobody else sets out between them.
    /// - Returns: false if somebody flies already, or has moved the map meanwhile.
    private func flyThere(_ legs: [Leg]) -> Bool {
        guard !isFlying else { return false }
        isFlying = true
        let isWhole = map.flyInNestedRuns(legs) { arrive(at: $0) }
        if !isWhole { isFlying = false }
        return isWhole
    }

    private func endFlight() {
        guard isFlying else { return }
        flightBack?.cancel()
        caption.opacity = 0
        tellCount()
    }

    /// The whole world is seen, and no city is chosen.
    func goHome() {
        map.glide(to: .world)
        leaveChoice()
    }

    private func leaveChoice() {
        list.choose(nil)
        caption.opacity = 0
        tellCount()
    }

    private func arrive(at leg: Leg) {
        show(caption: leg.title)
        tell(leg.title)
        map.showNames()
    }
}

extension CityField.Spot {
    init(_ city: City) {
        self.init(
            point: Projection.point(latitude: city.latitude, longitude: city.longitude), population: city.population,
            name: city.name ?? "", number: city.geonameID)
    }
}
