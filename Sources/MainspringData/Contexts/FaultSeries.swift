internal import Locks
internal import MainspringModel

/// Makes the faults of a fetch: what many of them need is found once, and counted for many.
struct FaultSeries: ~Copyable {
    private let keys: FetchedKeys
    private let core: ContextCore
    private let context: NSManagedObjectContext?
    private let state: ObjectState
    private var cores: ReferenceStock<ContextCore>
    private var contexts: ReferenceStock<NSManagedObjectContext>?
    /// What the objects of each entity have in common.
    private let shapes: [ObjectShape]
    // Those of the entity of the last one.
    private var number = 0
    private var ownShapes: ReferenceStock<ObjectShape>
    private var type: NSManagedObject.Type
    private var entities: ReferenceStock<NSEntityDescription>

    /// - Parameter count: says how many faults will be needed, more or less.
    init(_ keys: FetchedKeys, _ count: Int, of core: ContextCore) {
        (self.keys, self.core, context, state) = (keys, core, core.context, core.stateOfFaults)
        cores = ReferenceStock(core, count: count)
        shapes = keys.entities.map { core.faultShape(of: $0) }
        contexts = context.map { ReferenceStock($0, count: count) }
        type = shapes[0].type
        entities = ReferenceStock(shapes[0].entity, count: count)
        ownShapes = ReferenceStock(shapes[0], count: count)
    }

    @inline(__always)
    mutating func make(_ index: Int, _ identity: NSManagedObjectID?) -> NSManagedObject {
        let number = keys.entityNumber(index)
        if number != self.number { change(to: number) }
        let fault = FaultToMake(
            key: keys.key(index), state: state, core: cores.take(), shape: ownShapes.take(),
            identity: identity.map { .passRetained($0) })
        // An initializer takes references that are its own.
        return core.make(fault, type, entities.take().takeRetainedValue(), contexts?.take().takeRetainedValue())
    }

    @inline(never)
    private mutating func change(to number: Int) {
        self.number = number
        type = shapes[number].type
        entities = ReferenceStock(shapes[number].entity, count: 64)
        ownShapes = ReferenceStock(shapes[number], count: 64)
    }
}
