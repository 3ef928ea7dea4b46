internal import Locks
internal import MainspringModel

/// Makes the faults of a fetch: what many of them need is found once, and counted for many.
struct FaultSeries: ~Copyable {
    private let keys: FetchedKeys
    private let core: ContextCore
    private let context: NSManagedObjectContext?
    private let state: ObjectState
    private var cores: ReferenceStock<ContextCore>
    /// What the objects of each entity have in common.
    private let shapes: [ObjectShape]
    // Those of the entity of the last one.
    private var number = 0
    private var ownShapes: ReferenceStock<ObjectShape>
    // Not counted for each: `shapes` and `context` hold them.
    private var type: NSManagedObject.Type
    private var entity: Unmanaged<NSEntityDescription>
    private let heldContext: Unmanaged<NSManagedObjectContext>?

    /// - Parameter count: says how many faults will be needed, more or less.
    init(_ keys: FetchedKeys, _ count: Int, of core: ContextCore) {
        (self.keys, self.core, context, state) = (keys, core, core.context, core.stateOfFaults)
        cores = ReferenceStock(core, count: count)
        shapes = keys.entities.map { core.faultShape(of: $0) }
        (type, entity) = (shapes[0].type, .passUnretained(shapes[0].entity))
        heldContext = context.map { .passUnretained($0) }
        ownShapes = ReferenceStock(shapes[0], count: count)
    }

    @inline(__always)
    mutating func make(_ index: Int, _ identity: NSManagedObjectID?) -> NSManagedObject {
        let number = keys.entityNumber(index)
        if number != self.number { change(to: number) }
        let fault = FaultToMake(
            key: keys.key(index), state: state, core: cores.take(), shape: ownShapes.take(),
            identity: identity.map { .passRetained($0) })
        return entity._withUnsafeGuaranteedRef { entity in
            guard let heldContext else { return core.make(fault, type, entity, nil) }
            return heldContext._withUnsafeGuaranteedRef { core.make(fault, type, entity, $0) }
        }
    }

    @inline(never)
    private mutating func change(to number: Int) {
        self.number = number
        (type, entity) = (shapes[number].type, .passUnretained(shapes[number].entity))
        ownShapes = ReferenceStock(shapes[number], count: 64)
    }
}
