/// Writes the places of properties.
struct SlotWriter {
    let plan: ClassPlan

    /// The expression for the slot of a property.
    func slot(of name: String) -> String {
        if let index = plan.inheritedSlots.firstIndex(of: name), case .at = plan.firstSlot { return String(index) }
        guard let index = plan.ownSlots.firstIndex(of: name) else { return byName(name) }
        switch plan.firstSlot {
        case .at(let first): return String(first + index)
        case .after: return "\(Self.firstSlot(of: plan.name)) + \(index)"
        case .byName: return byName(name)
        }
    }

    private func byName(_ name: String) -> String { "managedSlot(named: \(GeneratedName.literal(name)))" }

    /// The enumeration that holds what is counted when the program runs.
    static let firstSlots = "__ManagedFirstSlots"

    /// The expression for the constant of a class in it.
    static func firstSlot(of name: String) -> String {
        "\(firstSlots).\(GeneratedName.identifier(constant(for: name)))"
    }

    /// The constant for a class in it.
    static func constant(for name: String) -> String { name.split(separator: ".").joined(separator: "_") }

    /// Writes the enumeration, if some class needs it.
    static func write(_ classes: [ClassPlan], to text: inout SourceText) {
        let counted = classes.filter { if case .after = $0.firstSlot { $0.root == .managedObject } else { false } }
        guard !counted.isEmpty else { return }
        text.line()
        text.line("/// How many properties the classes of other modules have above those of this one.")
        text.block("private nonisolated enum \(firstSlots)") { text in
            for plan in counted {
                guard case .after(let superclass) = plan.firstSlot else { continue }
                text.conditional(plan.conditions) { text in
                    // Inherited ones of this module come after those of the other module.
                    let more = plan.inheritedSlots.isEmpty ? "" : " + \(plan.inheritedSlots.count)"
                    text.line(
                        "static let \(GeneratedName.identifier(constant(for: plan.name))) = "
                            + "managedSlotCount(of: \(GeneratedName.type(superclass)).self)\(more)")
                }
            }
        }
    }
}
