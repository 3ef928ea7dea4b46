internal import SourceScanning

/// Writes what `@NSManaged` leaves undefined: methods under the symbols that the compiler asks for.
struct AccessorWriter {
    let plan: ClassPlan
    let module: String

    /// Writes an extension with the accessors of all members.
    func write(to text: inout SourceText) {
        guard !plan.members.isEmpty else { return }
        text.line()
        text.conditional(plan.conditions) { text in
            text.block("nonisolated extension \(plan.typeName)") { text in
                for member in plan.members {
                    text.conditional(member.member.conditions) { text in
                        write(member, to: &text)
                    }
                }
            }
        }
    }

    private func write(_ plan: MemberPlan, to text: inout SourceText) {
        switch plan.member.kind {
        case .property(_, let type):
            let storage = storage(of: plan)
            declare(plan.symbols[0], plan, "get", signature: "() -> \(type)", to: &text) { "\(storage)" }
            declare(plan.symbols[1], plan, "set", signature: "(_ value: __owned \(type))", to: &text) {
                "\(storage) = value"
            }
        case .method(let parameters, _):
            guard let method = CollectionMethod(plan.member) else { return }
            let names = ["first", "second"]
            let list = zip(names, parameters).map { "_ \($0): \($1.typeText)" }.joined(separator: ", ")
            let slot = SlotWriter(plan: self.plan).slot(of: method.property)
            declare(plan.symbols[0], plan, "call", signature: "(\(list))", to: &text) {
                Self.call(method.operation, slot: slot, first: "first", second: "second")
            }
        }
    }

    private func declare(
        _ symbol: String, _ plan: MemberPlan, _ verb: String, signature: String, to text: inout SourceText,
        body: () -> String
    ) {
        let visibility = plan.publicModules == nil ? "" : "@usableFromInline "
        let owner = SlotWriter.constant(for: self.plan.name)
        let suffix = overload(of: plan)
        text.line("\(visibility)@_silgen_name(\(GeneratedName.literal(symbol)))")
        let name = GeneratedName.identifier("__managed_\(verb)_\(module)_\(owner)_\(plan.member.name)\(suffix)")
        text.line("final func \(name)\(signature) { \(body()) }")
    }

    /// What tells methods of one name apart: `@NSManaged` methods may be overloaded, and private ones may be in several
    /// files.
    private func overload(of plan: MemberPlan) -> String {
        let same = self.plan.members.filter { $0.member.name == plan.member.name }
        guard same.count > 1, let index = same.firstIndex(where: { $0.symbols == plan.symbols }), index > 0 else {
            return ""
        }
        return "_\(index + 1)"
    }

    private func storage(of memberPlan: MemberPlan) -> String {
        let member = memberPlan.member
        if plan.root == .layer {
            return "self[animatable: \\\(plan.typeName).\(GeneratedName.identifier(member.name))]"
        }
        let name = plan.slotName(of: member)
        let slot = SlotWriter(plan: plan).slot(of: name)
        guard name == member.name else { return "self[managedPrimitive: \(slot)]" }
        return memberPlan.hasOwnAccessor ? "self[managed: \(slot)]" : "self[managedValue: \(slot)]"
    }

    /// The call that changes a to-many relationship.
    static func call(_ operation: CollectionMethod.Operation, slot: String, first: String, second: String) -> String {
        switch operation {
        case .add: "addManaged(\(first), to: \(slot))"
        case .remove: "removeManaged(\(first), from: \(slot))"
        case .removeAt: "removeManaged(at: \(first), from: \(slot))"
        case .insert: "insertManaged(\(first), into: \(slot), at: \(second))"
        case .replace: "replaceManaged(in: \(slot), at: \(first), with: \(second))"
        }
    }
}
