internal import SourceScanning

extension TargetPlanner {
    /// Plans a class and those above it in the module.
    mutating func planClass(_ key: ClassKey) {
        guard plans[key] == nil else { return }
        guard key.module == module.name else { return planForeignClass(key) }
        guard let entry = module.types[key.path], let nominal = resolver.nominal(key.path, of: module) else { return }
        let members = members[key] ?? []
        guard let root = hierarchy.root(of: key.path) else {
            for plan in members { reportNoRoot(plan, className: key.path.joined(separator: ".")) }
            return
        }
        if root == .layer { reportPrivate(members, className: key.path.joined(separator: ".")) }
        let entity = root == .managedObject ? entity(ofClass: key.path, members: members) : nil
        let (first, inherited) = slotsAbove(key.path, root: root)
        let primitives = Set(members.compactMap { entity == nil ? Self.primitiveTarget($0.member.name) : nil })
        var own: [String]
        if let entity {
            own = entity.slots.filter { !inherited.contains($0) }
            if case .after = first { own = entity.properties.map(\.name) }
        } else {
            own = []
        }
        var extra = Set<String>(primitives)
        for plan in members { extra.formUnion(slotNames(of: plan, entity: entity)) }
        own += extra.filter { !own.contains($0) && !inherited.contains($0) }.sorted()
        var plan = ClassPlan(
            name: key.path.joined(separator: "."), nominal: nominal, root: root, access: entry.type.access,
            conditions: module.conditions(of: key.path), isForeign: false,
            isIsolated: isIsolated(key.path), firstSlot: first, ownSlots: own,
            inheritedSlots: inherited, members: members,
            generation: entity.flatMap { $0.codeGeneration == .none ? nil : ($0, $0.codeGeneration) })
        plan.accessors = accessors(of: key.path, plan: plan, entity: entity)
        plan.keyPaths = keyPaths(of: key.path, plan: plan)
        plans[key] = plan
        if let entity { warnAboutUnknownNames(members, entity: entity, className: key.path.joined(separator: ".")) }
    }

    private mutating func planForeignClass(_ key: ClassKey) {
        guard let owner = resolver.dependencies[key.module], let entry = owner.types[key.path],
            let nominal = resolver.nominal(key.path, of: owner)
        else { return }
        let members = members[key] ?? []
        let other = ClassHierarchy(resolver: TypeResolver(module: owner, dependencies: resolver.dependencies))
        guard let root = other.root(of: key.path) else {
            for plan in members { reportNoRoot(plan, className: key.path.joined(separator: ".")) }
            return
        }
        if root == .layer { reportPrivate(members, className: key.path.joined(separator: ".")) }
        plans[key] = ClassPlan(
            name: "\(key.module).\(key.path.joined(separator: "."))", nominal: nominal, root: root,
            access: entry.type.access, conditions: [], isForeign: true, isIsolated: true,
            firstSlot: .byName, ownSlots: [], inheritedSlots: [], members: members, generation: nil)
    }

    /// Where a class's own slots begin, and what those above it in the module are called.
    private mutating func slotsAbove(
        _ path: [String], root: ClassPlan.Root
    ) -> (first: ClassPlan.FirstSlot, inherited: [String]) {
        switch hierarchy.above(path) {
        case .root, .nothing: return (.at(0), [])
        case .otherModule(let name, _): return (.after(name), [])
        case .sameModule(let superclass):
            let key = ClassKey(module: module.name, path: superclass)
            planClass(key)
            guard let above = plans[key] else { return (.at(0), []) }
            let inherited = above.inheritedSlots + above.ownSlots
            if case .after(let name) = above.firstSlot { return (.after(name), inherited) }
            return (.at(inherited.count), inherited)
        }
    }

    /// The entity whose class it is; of several the one that knows most of what the class declares, then the first.
    private func entity(ofClass path: [String], members: [MemberPlan]) -> EntityOutline? {
        let name = path.joined(separator: ".")
        let candidates = source.entities.filter { $0.className == name }
        let declared = members.map(\.member.name)
        return candidates.max { left, right in
            declared.count { left.slots.contains($0) } < declared.count { right.slots.contains($0) }
        }
    }

    /// The properties that a member stands for.
    private func slotNames(of plan: MemberPlan, entity: EntityOutline?) -> [String] {
        switch plan.member.kind {
        case .property: return [Self.slotName(of: plan.member, entity: entity)]
        case .method: return CollectionMethod(plan.member).map { [$0.property] } ?? []
        }
    }

    /// The property that a declared one is, or whose primitive value it is.
    static func slotName(of member: ScannedMember, entity: EntityOutline?) -> String {
        if entity?.slots.contains(member.name) ?? false { return member.name }
        return primitiveTarget(member.name) ?? member.name
    }

    /// `name` for `primitiveName`; nil for what is no primitive value's name.
    static func primitiveTarget(_ name: String) -> String? {
        let prefix = "primitive"
        guard name.hasPrefix(prefix), let first = name.dropFirst(prefix.count).first, first.isUppercase else {
            return nil
        }
        return first.lowercased() + name.dropFirst(prefix.count + 1)
    }

    private mutating func reportNoRoot(_ plan: MemberPlan, className: String) {
        report(
            """
            “\(plan.member.name)” is declared with @NSManaged in “\(className)”, which inherits neither from \
            NSManagedObject nor from CALayer; let it do so, or take the attribute away
            """, in: plan.file, line: plan.member.line)
    }

    /// A layer's accessors know a property by its key path.
    private mutating func reportPrivate(_ members: [MemberPlan], className: String) {
        for plan in members where plan.member.access < .internal {
            report(
                """
                “\(plan.member.name)” is declared with @NSManaged in the layer “\(className)” and private; make it \
                internal, so that generated code can name it
                """, in: plan.file, line: plan.member.line)
        }
    }

    private mutating func warnAboutUnknownNames(_ members: [MemberPlan], entity: EntityOutline, className: String) {
        for plan in members {
            for name in slotNames(of: plan, entity: entity) where !entity.slots.contains(name) {
                report(
                    """
                    the entity “\(entity.name)” has no property “\(name)”, which “\(className)” declares with \
                    @NSManaged; add it to the model, or take the line away
                    """, in: plan.file, line: plan.member.line, severity: .warning)
            }
        }
    }
}
