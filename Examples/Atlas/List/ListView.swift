import CityStacks
import CoreData
import Foundation
import MainspringAnimation
import MainspringApplication
import MainspringGraphics

/// The list as layers: one for each line that is seen. Lines move to where they belong, and new ones fade in.
@MainActor
final class ListView {
    let layer = CALayer()
    private let list: CountryList
    private let lines = CALayer()
    private let summary: CATextLayer
    private let complaint: CATextLayer
    private var shown: [CountryList.Row: RowLayer] = [:]
    private var isStale = true
    private var lastLayout = -Double.infinity
    /// How far it is scrolled, in points.
    private(set) var offset: CGFloat = 0
    private(set) var chosen: NSManagedObjectID?
    /// A city was clicked.
    var onChoose: ((NSManagedObjectID, _ clicks: Int) -> Void)?
    /// A search is over.
    var onFound: (() -> Void)?

    /// Where the lines begin, below the search.
    private static let top: CGFloat = 118
    /// How much room a complaint about the search has above them.
    private static let complaintHeight: CGFloat = 56

    init(_ list: CountryList) {
        self.list = list
        layer.frame = Style.list
        layer.backgroundColor = Style.panel
        layer.addBox(CGRect(x: 0, y: 0, width: 1, height: Style.list.height), Style.line)
        layer.addText("Cities", CGRect(x: 24, y: 20, width: 140, height: 26), size: 20, isBold: true)
        summary = layer.addText(
            "", CGRect(x: 150, y: 26, width: 166, height: 18), size: 12, color: Style.quiet, alignment: .right)
        complaint = layer.addText(
            "", CGRect(x: 24, y: Self.top - 10, width: Style.list.width - 48, height: Self.complaintHeight), size: 12,
            color: Style.coral)
        (complaint.isWrapped, complaint.truncationMode) = (true, .end)
        lines.frame = Self.frame(below: nil)
        lines.masksToBounds = true
        layer.addSublayer(lines)
        layer.eventHandler = self
        list.onChange = { [weak self] in self?.isStale = true }
        list.onFound = { [weak self] in self?.onFound?() }
    }

    /// Brings the lines up to date, some times a second.
    /// - Parameter isUrgent: at once, since somebody has asked for it.
    func refresh(at time: Double, isUrgent: Bool = false) {
        guard isStale, isUrgent || time - lastLayout > 0.15 else { return }
        (isStale, lastLayout) = (false, time)
        tellComplaint()
        layOut(animated: !isUrgent)
        let (listed, all) = (ResultTable.grouped(list.cityCount), ResultTable.grouped(list.foundCount))
        summary.string = list.foundCount > list.cityCount ? "\(listed) largest of \(all)" : "\(all) of them"
    }

    /// Where the lines are.
    private static func frame(below complaint: String?) -> CGRect {
        let top = top + (complaint == nil ? 0 : complaintHeight)
        return CGRect(x: 12, y: top, width: Style.list.width - 24, height: Style.list.height - top - 12)
    }

    private func tellComplaint() {
        withoutActions {
            complaint.string = list.complaint ?? ""
            lines.frame = Self.frame(below: list.complaint)
        }
    }

    private func layOut(animated: Bool) {
        let rows = list.rows
        offset = bounded(offset)
        let first = max(Int(offset / RowLayer.height), 0)
        let last = min(first + Int(lines.bounds.height / RowLayer.height) + 2, rows.count)
        var kept: [CountryList.Row: RowLayer] = [:]
        CATransaction.begin()
        if !animated { CATransaction.setDisableActions(true) }
        CATransaction.setAnimationDuration(0.22)
        for index in min(first, last)..<last {
            // A country whose number of cities changes is the same line.
            let row = rows[index]
            let place = CGPoint(x: 0, y: CGFloat(index) * RowLayer.height - offset)
            let line = shown.removeValue(forKey: row) ?? makeLine(row, at: place, fades: animated)
            line.position = place
            kept[row] = line
        }
        CATransaction.commit()
        for line in shown.values { line.removeFromSuperlayer() }
        shown = kept
    }

    private func makeLine(_ row: CountryList.Row, at place: CGPoint, fades: Bool) -> RowLayer {
        let line = RowLayer()
        withoutActions {
            fill(line, row)
            line.position = place
            lines.addSublayer(line)
            line.setScale(layer.contentsScale)
        }
        guard fades else { return line }
        let fade = CABasicAnimation(keyPath: "opacity")
        (fade.fromValue, fade.duration) = (0, 0.3)
        line.add(fade, forKey: nil)
        return line
    }

    private func fill(_ line: RowLayer, _ row: CountryList.Row) {
        switch row {
        case .country(let name, let cities): line.showCountry(name, cities: cities)
        case .city(let identity):
            guard let city = list.city(identity) else { return }
            line.showCity(city.name ?? "", population: city.population)
            line.setChosen(identity == chosen)
        }
    }

    /// Marks a city, and scrolls to it if it is listed and its line is not seen. What is seen stays where it is: it may be clicked again.
    func choose(_ identity: NSManagedObjectID?) {
        chosen = identity
        if let identity, let index = list.rows.firstIndex(of: .city(identity)) {
            let place = CGFloat(index) * RowLayer.height
            // One that is cut off at an edge is seen well enough to be pressed.
            let isSeen = place + RowLayer.height > offset && place < offset + lines.bounds.height
            if !isSeen { offset = bounded(place - lines.bounds.height / 2) }
        }
        refill()
    }

    /// How far it can be scrolled of what somebody wants.
    private func bounded(_ wanted: CGFloat) -> CGFloat {
        max(min(wanted, CGFloat(list.rows.count) * RowLayer.height - lines.bounds.height), 0)
    }

    /// How many cities the search has found; nil where it cannot be read.
    var foundCount: Int? { list.complaint == nil ? list.foundCount : nil }

    /// The first city that is listed.
    var firstCity: NSManagedObjectID? {
        for case .city(let identity) in list.rows { return identity }
        return nil
    }

    /// Shows values that have changed.
    func refill() {
        withoutActions { for (row, line) in shown { fill(line, row) } }
        isStale = true
    }

    func scroll(by way: CGFloat) {
        offset -= way
        layOut(animated: false)
    }

    /// The search begins anew.
    func search(_ text: String) {
        offset = 0
        list.search(text)
    }

    /// Waits until what was searched for is listed.
    func searchEnd() async { await list.searchEnd() }
}

extension ListView: @MainActor LayerEventHandler {
    func layer(_ layer: CALayer, handle event: Event, in window: Window) -> Bool {
        switch event.content {
        case .scroll(let scroll):
            self.scroll(by: scroll.delta.dy * (scroll.isPrecise ? 1 : 3 * RowLayer.height))
            return true
        case .pointer(let pointer) where pointer.phase == .down:
            guard let place = event.location(in: lines), lines.bounds.contains(place) else { return true }
            let index = Int((place.y + offset) / RowLayer.height)
            let rows = list.rows
            if rows.indices.contains(index), case .city(let identity) = rows[index] {
                onChoose?(identity, pointer.clickCount)
            }
            return true
        default: return false
        }
    }
}
