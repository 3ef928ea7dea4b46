internal import Foundation
internal import MainspringModel

/// What a context does for its children.
extension ContextCore {
    /// The row of an object as it is here, changes that are not saved included; nil if there is none.
    final func rowForChild(_ identity: NSManagedObjectID) throws -> Row? {
        reach(identity)
        if let object = registered(identity) {
            if object.state.contains(.deleted) { return nil }
            if !object.state.contains(.fault) {
                // Nothing has become of it: the row is shared.
                if object.state.isDisjoint(with: .pending), let saved = object.saved { return saved }
                return object.rowForSource()
            }
        }
        return try source?.row(of: current(identity))
    }

    /// The objects that a relationship to many leads to, as it is here.
    final func membersForChild(_ identity: NSManagedObjectID, slot: Int) -> [NSManagedObjectID] {
        reach(identity)
        let object = object(for: identity)
        if object.state.contains(.fault) { fulfil(object) }
        object.reachOthers(at: object.shape.layout.places[slot])
        return object.members(at: object.shape.layout.places[slot]).objects.map(\.objectID)
    }
}
