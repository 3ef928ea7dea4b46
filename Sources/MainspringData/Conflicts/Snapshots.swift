internal import Foundation
@_spi(Tools) internal import MainspringModel

extension NSManagedObject {
    /// The attributes and the objects of relationships to one, by name; `NSNull` for nil.
    final var snapshot: [String: Any] {
        if state.contains(.fault) { return [:] }
        return memory.snapshot(shape.layout)
    }
}

extension Row {
    /// The same of a row.
    var snapshot: [String: Any] { memory.snapshot(layout) }
}

extension ValueMemory {
    fileprivate func snapshot(_ layout: ObjectLayout) -> [String: Any] {
        var values: [String: Any] = [:]
        for place in layout.places {
            switch place.kind {
            case .toMany, .ordered, .fetched, .missing: continue
            case .toOne: values[layout.entity.slots[Int(place.slot)].name] = destination(place) ?? NSNull()
            default: values[layout.entity.slots[Int(place.slot)].name] = loose(place) ?? NSNull()
            }
        }
        return values
    }
}
