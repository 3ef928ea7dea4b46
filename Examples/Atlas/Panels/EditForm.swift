import CityStacks
import CoreData
import Foundation
import MainspringAnimation
import MainspringApplication
import MainspringGraphics
import MainspringRendering
import MainspringWindows

/// A form in which a city's name and number of people are edited: in a context of its own, a child of the screen's, so that Cancel is
/// nothing but to forget it.
///
/// Modal, as a sheet of paper that lies over everything: what the form does not take, nobody takes.
@MainActor
final class EditForm {
    /// Lies over everything; the form is in it.
    let sheet = CALayer()
    let layer = CALayer()
    let name = Style.field()
    let population = Style.field()
    private let context: NSManagedObjectContext
    private let city: City
    private let complaint: CATextLayer
    /// The form is over.
    private let onEnd: (_ isSaved: Bool) -> Void

    /// - Parameter city: One of the screen's context.
    init?(_ city: City, _ screen: NSManagedObjectContext, onEnd: @escaping (_ isSaved: Bool) -> Void) {
        context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        context.parent = screen
        guard let own = context.object(with: city.objectID) as? City else { return nil }
        (self.city, self.onEnd) = (own, onEnd)
        layer.bounds = CGRect(x: 0, y: 0, width: 360, height: 232)
        (layer.backgroundColor, layer.cornerRadius) = (Style.raised, 14)
        (layer.borderWidth, layer.borderColor) = (1, Style.line)
        (layer.shadowOpacity, layer.shadowRadius, layer.shadowOffset) = (0.6, 18, CGSize(width: 0, height: 6))
        layer.addText("Edit a city", CGRect(x: 22, y: 18, width: 300, height: 22), size: 17, isBold: true)
        for (row, (title, field)) in [("Name", name), ("People", population)].enumerated() {
            let y = 56 + CGFloat(row) * 48
            layer.addText(title, CGRect(x: 22, y: y + 10, width: 70, height: 18), size: 13, color: Style.quiet)
            field.frame = CGRect(x: 98, y: y, width: 240, height: 36)
            layer.addSublayer(field)
        }
        complaint = layer.addText("", CGRect(x: 22, y: 152, width: 316, height: 16), size: 12, color: Style.coral)
        sheet.addSublayer(layer)
        sheet.eventHandler = self
        (name.text, population.text) = (own.name ?? "", String(own.population))
        for field in [name, population] {
            field.onReturn = { [weak self] _ in self?.save() }
            field.onEscape = { [weak self] _ in self?.cancel() }
        }
        layer.addSublayer(
            Button("Cancel", CGRect(x: 146, y: 178, width: 90, height: 34)) { [weak self] in self?.cancel() })
        layer.addSublayer(
            Button("Save", CGRect(x: 248, y: 178, width: 90, height: 34), isMain: true) { [weak self] in self?.save() })
    }

    /// Hands what was written to the screen's context, which brings it to the store; or says what is wrong.
    func save() {
        let text = population.text.filter { $0 != "," && $0 != " " }
        guard let number = Int64(text), number >= 0 else {
            // More would not be seen.
            let start = population.text.prefix(20)
            let shown = start.count < population.text.count ? "\(start)…" : String(start)
            return complaint.string = "“\(shown)” is no number of people."
        }
        guard !name.text.trimmingCharacters(in: .whitespaces).isEmpty else {
            return complaint.string = "A city has a name."
        }
        (city.name, city.population) = (name.text, number)
        do {
            try context.save()
            onEnd(true)
        } catch {
            complaint.string = Complaint.sentence(for: error)
        }
    }

    func cancel() { onEnd(false) }
}

extension EditForm: @MainActor LayerEventHandler {
    func layer(_ layer: CALayer, handle event: Event, in window: Window) -> Bool { take(event, in: window) }

    /// Takes what no field and no button has taken, and leads keys from field to field.
    /// - Returns: whether it is one of the events that go to nobody else.
    func take(_ event: Event, in window: Window) -> Bool {
        switch event.content {
        case .key(let key) where key.isDown: press(key, in: window)
        case .key, .text, .pointer, .touch, .scroll, .magnify: break
        default: return false
        }
        return true
    }

    private func press(_ key: KeyEvent, in window: Window) {
        switch key.charactersIgnoringModifiers {
        // There are two: forwards and backwards are the same.
        case "\t": window.focusLayer = window.focusLayer === name ? population : name
        case "\u{1B}": cancel()
        default: break
        }
    }
}

extension Style {
    /// A line of text to write in.
    @MainActor
    static func field(_ placeholder: String = "") -> TextField {
        let field = TextField()
        field.font = TextFont(name: "Helvetica", size: 14)
        (field.placeholder, field.placeholderColor) = (placeholder, Style.faint)
        (field.backgroundColor, field.borderColor, field.borderWidth, field.cornerRadius) = (
            Style.night, Style.line, 1, 7
        )
        (field.textColor, field.caretColor, field.selectionColor) = (Style.text, Style.amber, Style.color(0x2F5C9E))
        field.inset = 10
        return field
    }
}
