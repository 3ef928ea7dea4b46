/// Steps by the rules.
extension PlainTree {
    /// What a step makes of everything; nil if it cannot be done, or if the rules say nothing of it.
    func after(_ step: TreeStep) -> PlainTree? {
        var tree = self
        tree.isRefused = false
        guard tree.apply(step), !tree.isMurky else { return nil }
        tree.takeBack()
        return tree
    }

    /// Who is not to be deleted any more is a member again.
    private mutating func takeBack() {
        for (number, context) in contexts.enumerated() {
            for (key, object) in context.objects {
                for (link, members) in object.members where !members.leftOut.isEmpty {
                    let back = members.leftOut.filter { context.objects[$0]?.isDeleted == false }
                    contexts[number].objects[key]?.members[link]?.known.formUnion(back)
                    contexts[number].objects[key]?.members[link]?.leftOut = members.leftOut.filter {
                        context.objects[$0]?.isDeleted == true
                    }
                }
            }
        }
    }

    private mutating func apply(_ step: TreeStep) -> Bool {
        switch step {
        case .insert(let context, let object, let entity): insert(context, object, entity: entity)
        case .number(let context, let object, let attribute, let value):
            guard sees(context, object) else { return false }
            setNumber(context, object, attribute, value)
        case .one(let context, let object, let link, let other):
            guard sees(context, object), other.map({ sees(context, $0) }) ?? true else { return false }
            setOne(context, object, link, other)
        case .many(let context, let object, let link, let others):
            guard sees(context, object), others.allSatisfy({ sees(context, $0) }) else { return false }
            setMany(context, object, link, others)
        case .delete(let context, let objects):
            guard objects.allSatisfy({ sees(context, $0) }) else { return false }
            delete(context, objects)
        case .undo(let change, let redoes): return applyUndone(change, redoes: redoes)
        case .look(let context, let object):
            guard sees(context, object) else { return false }
            look(context, object)
        case .fetch: break
        case .refresh(let context, let object):
            guard contexts[context].objects[object]?.isDeleted == false else { return false }
            refresh(context, object)
        case .merge(let context, let other):
            guard context != other, contexts[context].parent == contexts[other].parent else { return false }
            let changes = save(context)
            if !isRefused { merge(other, changes) }
        case .obtain: break
        case .save(let context): save(context)
        case .rollback(let context): rollback(context)
        case .reset(let context): reset(context)
        }
        return true
    }

    private mutating func look(_ context: Int, _ object: Int) {
        read(context, object)
        for link in links(of: object) {
            if schema.links[link].isToMany { load(context, object, link) }
        }
    }

    /// All is as it was, but for what was read on the way.
    private mutating func applyUndone(_ change: TreeStep, redoes: Bool) -> Bool {
        var before = self
        guard apply(change) else { return false }
        if redoes {
            settle(since: before)
            return true
        }
        for (number, context) in contexts.enumerated() {
            for (key, object) in context.objects where before.sees(number, key) {
                before.read(number, key)
                if let known = before.contexts[number].objects[key], let row = object.base, row != known.base {
                    before.readAgain(number, key, row)
                }
                for (link, members) in object.members where members.isLoaded { before.load(number, key, link) }
            }
            for (key, object) in context.objects { before.keepLed(number, key, object) }
        }
        before.isMurky = isMurky
        self = before
        return true
    }

    /// Keeps members that an undone change has added and whose own end, read meanwhile, leads to the object.
    private mutating func keepLed(_ context: Int, _ key: Int, _ changed: PlainObject) {
        for (link, members) in changed.members {
            let inverse = schema.links[link].inverse
            guard !schema.links[inverse].isToMany, contexts[context].objects[key]?.members[link] != nil else {
                continue
            }
            for other in members.known where contexts[context].objects[other]?.row.ones[inverse] == key {
                contexts[context].objects[key]?.members[link]?.known.insert(other)
            }
        }
    }

    /// What a change has left as it was is not changed any more.
    private mutating func settle(since before: PlainTree) {
        for (number, context) in contexts.enumerated() {
            for (key, object) in context.objects where object.isUpdated && !object.differs {
                let wasUpdated = before.contexts[number].objects[key]?.isUpdated ?? false
                contexts[number].objects[key]?.isUpdated = wasUpdated
            }
        }
    }
}
