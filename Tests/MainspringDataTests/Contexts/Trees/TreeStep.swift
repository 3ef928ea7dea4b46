import SeededRandom

/// One step of a trial: an event in one context. Steps name objects by the numbers that insertions give them; one that cannot
/// be done is left out, so that a list of steps stays one when some are taken out.
enum TreeStep: Equatable {
    case insert(context: Int, object: Int, entity: Int)
    case number(context: Int, object: Int, attribute: Int, value: Int)
    case one(context: Int, object: Int, link: Int, other: Int?)
    case many(context: Int, object: Int, link: Int, others: Set<Int>)
    case delete(context: Int, objects: [Int])
    /// Does a step, takes it back, and makes it again if that is said.
    indirect case undo(TreeStep, redoes: Bool)
    /// Reads an object, and all that it leads to.
    case look(context: Int, object: Int)
    case fetch(context: Int, entity: Int)
    case refresh(context: Int, object: Int)
    /// Merges what a context saves into another one.
    case merge(from: Int, into: Int)
    case obtain(context: Int)
    case save(context: Int)
    case rollback(context: Int)
    case reset(context: Int)
}

/// Makes steps.
struct TreeStepMaker {
    var random: SeededGenerator
    let schema: TreeSchema
    let contexts: Int
    private var objects: [(key: Int, entity: Int)] = []

    init(seed: UInt64, _ schema: TreeSchema, contexts: Int) {
        random = SeededGenerator(seed: seed)
        (self.schema, self.contexts) = (schema, contexts)
    }

    mutating func steps(_ count: Int) -> [TreeStep] { (0..<count).map { _ in step() } }

    private mutating func step() -> TreeStep {
        let context = Int.random(in: 0..<contexts, using: &random)
        switch Int.random(in: 0..<40, using: &random) {
        case 0..<18: return change(context)
        case 18, 19: return .undo(change(context), redoes: Bool.random(using: &random))
        case 20..<24: return .look(context: context, object: object())
        case 24, 25: return .fetch(context: context, entity: Int.random(in: 0..<schema.entityCount, using: &random))
        case 26, 27: return .refresh(context: context, object: object())
        case 28, 29: return .merge(from: context, into: Int.random(in: 0..<contexts, using: &random))
        case 30: return .obtain(context: context)
        case 31: return .rollback(context: context)
        case 32: return Int.random(in: 0..<4, using: &random) == 0 ? .reset(context: context) : .save(context: context)
        default: return .save(context: context)
        }
    }

    private mutating func change(_ context: Int) -> TreeStep {
        let kind = Int.random(in: 0..<12, using: &random)
        if kind < 3 || objects.count < 3 {
            let entity = Int.random(in: 0..<schema.entityCount, using: &random)
            objects.append((objects.count, entity))
            return .insert(context: context, object: objects.count - 1, entity: entity)
        }
        let object = object()
        if kind == 3 {
            return .number(
                context: context, object: object, attribute: Int.random(in: 0...1, using: &random),
                value: Int.random(in: 0..<1_000, using: &random))
        }
        if kind == 4 {
            let others = (0..<Int.random(in: 1...2, using: &random)).map { _ in self.object() }
            return .delete(context: context, objects: others)
        }
        guard let link = schema.links(of: objects[object].entity).randomElement(using: &random) else {
            return .look(context: context, object: object)
        }
        let fitting = objects.filter { $0.entity == schema.links[link].to }.map(\.key)
        if schema.links[link].isToMany {
            let others = (0..<Int.random(in: 0...3, using: &random)).compactMap { _ in
                fitting.randomElement(using: &random)
            }
            return .many(context: context, object: object, link: link, others: Set(others))
        }
        let isNothing = Int.random(in: 0..<4, using: &random) == 0
        return .one(
            context: context, object: object, link: link, other: isNothing ? nil : fitting.randomElement(using: &random)
        )
    }

    private mutating func object() -> Int {
        // Mostly those that came last, so that steps meet.
        let recent = Bool.random(using: &random) ? objects.suffix(6) : objects[...]
        return recent.randomElement(using: &random)?.key ?? 0
    }
}
