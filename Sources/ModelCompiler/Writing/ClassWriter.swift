internal import SourceScanning

/// Writes a class as Xcode's “Class Definition” makes it, or its properties alone as “Category/Extension” does.
///
/// Where Xcode declares with `@NSManaged`, the accessors stand here at once.
struct ClassWriter {
    let plan: ClassPlan
    let entity: EntityOutline
    let isClass: Bool
    let target: TargetPlan

    func write(to text: inout SourceText) {
        text.line()
        if isClass {
            let superclass = superclass
            text.line("/// An object of the entity “\(entity.name)”.")
            text.block("nonisolated public class \(plan.name): \(superclass)") { text in
                writeProperties(to: &text)
            }
        }
        text.line()
        text.block("nonisolated extension \(plan.name)") { text in
            text.line("/// A request for objects of the entity “\(entity.name)”.")
            let access = accessWord(plan.access)
            text.block("@nonobjc \(access)class func fetchRequest() -> NSFetchRequest<\(plan.name)>") { text in
                text.line("NSFetchRequest<\(plan.name)>(entityName: \(GeneratedName.literal(entity.name)))")
            }
            if !isClass {
                text.line()
                writeProperties(to: &text)
            }
        }
        writeCollections(to: &text)
        if target.classNames[entity.superentity ?? ""] == nil {
            text.line()
            text.line("nonisolated extension \(plan.name): Identifiable {}")
        }
    }

    private var superclass: String {
        entity.superentity.flatMap { target.classNames[$0] } ?? "NSManagedObject"
    }

    /// The word for a level, with a space, no wider than the class's own.
    private func accessWord(_ level: AccessLevel) -> String {
        switch min(level, plan.access) {
        case .open, .public: "public "
        case .package: "package "
        default: ""
        }
    }

    private func access(of className: String) -> AccessLevel {
        target.classes.first { $0.name == className }?.access ?? .public
    }

    private func writeProperties(to text: inout SourceText) {
        for property in entity.properties where !isDeclared(property.name) {
            let (type, level) = type(of: property)
            let slot = SlotWriter(plan: plan).slot(of: property.name)
            text.block("\(accessWord(level))var \(GeneratedName.escaped(property.name)): \(type)") { text in
                text.line("get { self[managed: \(slot)] }")
                text.line("set { self[managed: \(slot)] = newValue }")
            }
        }
    }

    /// Whether the class declares a property by hand.
    private func isDeclared(_ name: String) -> Bool { plan.members.contains { $0.member.name == name } }

    private func type(of property: PropertyOutline) -> (text: String, access: AccessLevel) {
        switch property.kind {
        case .attribute(let text): return (text, .public)
        case .toOne(let entity):
            let name = target.classNames[entity] ?? "NSManagedObject"
            return ("\(name)?", access(of: name))
        case .toMany(_, let isOrdered): return (isOrdered ? "NSOrderedSet?" : "NSSet?", .public)
        case .fetched(let entity):
            let name = target.classNames[entity] ?? "NSManagedObject"
            return ("[\(name)]?", access(of: name))
        }
    }

    private func writeCollections(to text: inout SourceText) {
        for property in entity.properties {
            guard case .toMany(let entity, let isOrdered) = property.kind else { continue }
            let element = target.classNames[entity] ?? "NSManagedObject"
            let access = accessWord(access(of: element))
            let slot = SlotWriter(plan: plan).slot(of: property.name)
            let name = property.name.prefix(1).uppercased() + property.name.dropFirst()
            text.line()
            text.line("// Changes of “\(property.name)”.")
            text.block("nonisolated extension \(plan.name)") { text in
                for method in Self.methods(name: name, element: element, isOrdered: isOrdered) {
                    let call = AccessorWriter.call(
                        method.operation, slot: slot, first: method.first, second: method.second)
                    text.line("\(access)func \(method.declaration) { \(call) }")
                }
            }
        }
    }

    private struct Method {
        let operation: CollectionMethod.Operation
        let declaration: String
        var first = "value"
        var second = ""
    }

    private static func methods(name: String, element: String, isOrdered: Bool) -> [Method] {
        let set = isOrdered ? "NSOrderedSet" : "NSSet"
        let unordered = [
            Method(operation: .add, declaration: "addTo\(name)(_ value: \(element))"),
            Method(operation: .remove, declaration: "removeFrom\(name)(_ value: \(element))"),
            Method(operation: .add, declaration: "addTo\(name)(_ values: \(set))", first: "values"),
            Method(operation: .remove, declaration: "removeFrom\(name)(_ values: \(set))", first: "values"),
        ]
        guard isOrdered else { return unordered }
        return [
            Method(
                operation: .insert, declaration: "insertInto\(name)(_ value: \(element), at idx: Int)", second: "idx"),
            Method(operation: .removeAt, declaration: "removeFrom\(name)(at idx: Int)", first: "idx"),
            Method(
                operation: .insert,
                declaration: "insertInto\(name)(_ values: [\(element)], at indexes: NSIndexSet)", first: "values",
                second: "indexes"),
            Method(operation: .removeAt, declaration: "removeFrom\(name)(at indexes: NSIndexSet)", first: "indexes"),
            Method(
                operation: .replace, declaration: "replace\(name)(at idx: Int, with value: \(element))", first: "idx",
                second: "value"),
            Method(
                operation: .replace,
                declaration: "replace\(name)(at indexes: NSIndexSet, with values: [\(element)])", first: "indexes",
                second: "values"),
        ] + unordered
    }
}
