import CityStacks
import CoreData
import Foundation
import MainspringAnimation
import MainspringApplication
import MainspringGraphics

/// How a city is chosen and edited.
extension AtlasScreen {
    /// Shows a city; twice clicked, its form. Nothing while a form is open.
    func choose(_ identity: NSManagedObjectID, clicks: Int = 1, moves: Bool = true) {
        guard form == nil, let city = context.object(with: identity) as? City else { return }
        list.choose(identity)
        tell(city.name ?? "")
        let leg = Leg(city)
        if moves { map.glide(to: leg.camera) }
        show(caption: leg.title)
        if clicks > 1 { edit(city) }
    }

    /// Opens the form of a city; of the chosen one if none is named.
    func edit(_ city: City? = nil) {
        guard form == nil, let city = city ?? list.chosen.flatMap({ context.object(with: $0) as? City }) else { return }
        form = EditForm(city, context) { [weak self] isSaved in self?.endEditing(of: city, isSaved: isSaved) }
        guard let form else { return }
        form.sheet.setScale(window.scale)
        withoutActions {
            form.sheet.frame = root.bounds
            form.layer.position = CGPoint(x: Style.map.midX, y: Style.map.midY)
            root.addSublayer(form.sheet)
        }
        let rise = CASpringAnimation(perceptualDuration: 0.4, bounce: 0.2)
        (rise.keyPath, rise.fromValue) = ("transform.scale", 0.85)
        form.layer.add(rise, forKey: nil)
        let fade = CABasicAnimation(keyPath: "opacity")
        (fade.fromValue, fade.duration) = (0, 0.18)
        form.layer.add(fade, forKey: nil)
        window.focusLayer = form.name
        tell("editing \(city.name ?? "")")
    }

    private func endEditing(of city: City, isSaved: Bool) {
        window.focusLayer = nil
        form?.sheet.removeFromSuperlayer()
        form = nil
        tell(city.name ?? "")
        guard isSaved else { return }
        list.refill()
        map.update(CityField.Spot(city))
        show(caption: Leg(city).title)
        Task {
            do { try await saveToStore() } catch { show(failure: Complaint.sentence(for: error)) }
        }
    }

    private func saveToStore() async throws {
        try context.save()
        // The private writer above, in the set-up that has one.
        guard let parent = context.parent else { return }
        try await parent.perform { try parent.save() }
    }
}
