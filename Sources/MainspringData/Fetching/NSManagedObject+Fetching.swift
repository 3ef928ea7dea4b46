internal import MainspringFoundation
internal import MainspringModel

extension NSManagedObject: FetchCandidate {
    /// Without making the other object.
    final func destinationID(forKey key: String) -> NSManagedObjectID? {
        guard let slot = entity.slot(named: key) else { return nil }
        let place = shape.layout.places[slot]
        guard place.kind == .toOne else { return nil }
        if !state.isReadable { prepareToRead() }
        return memory.destination(place).map { core?.current($0) ?? $0 }
    }

    /// Read as generated accessors do.
    static func typedKeys(of entity: NSEntityDescription) -> KeyTable? {
        AttributeKeys<NSManagedObject>.table(of: entity)
    }
}
