internal import SourceScanning

/// Writes a class as Xcode's “Class Definition” makes it, or its properties alone as “Category/Extension” does.
///
/// Where Xcode declares with `@NSManaged`, the accessors stand here at once.
struct ClassWriter {
    let plan: ClassPlan
    let entity: EntityOutline
    let isClass: Bool
    let target: TargetPlan
    let names: LibraryNames

    init(plan: ClassPlan, entity: EntityOutline, isClass: Bool, target: TargetPlan) {
        self.plan = plan
        self.entity = entity
        self.isClass = isClass
        self.target = target
        names = LibraryNames(target)
    }

    func write(to text: inout SourceText) {
        text.line()
        if isClass {
            let superclass = superclass
            text.line("/// An object of the entity “\(GeneratedName.comment(entity.name))”.")
            text.block("nonisolated public class \(plan.typeName): \(superclass)") { text in
                // What is generated validates nothing; a class that somebody derives from it may.
                let name = plan.typeName
                text.block("public override class var overridesValidation: \(names("Bool"))") { text in
                    text.line("self != \(name).self || \(superclass).overridesValidation")
                }
                writeProperties(to: &text)
            }
        }
        text.line()
        text.block("nonisolated extension \(plan.typeName)") { text in
            text.line("/// A request for objects of the entity “\(GeneratedName.comment(entity.name))”.")
            let access = accessWord(plan.access)
            let request = "\(names("NSFetchRequest"))<\(plan.typeName)>"
            text.block("@nonobjc \(access)class func fetchRequest() -> \(request)") { text in
                text.line("\(request)(entityName: \(GeneratedName.literal(entity.name)))")
            }
            if !isClass {
                text.line()
                writeProperties(to: &text)
            }
        }
        writeCollections(to: &text)
        if target.classNames[entity.superentity ?? ""] == nil {
            text.line()
            text.line("nonisolated extension \(plan.typeName): \(names("Identifiable")) {}")
        }
    }

    private var superclass: String {
        entity.superentity.map { typeName(ofEntity: $0) } ?? names("NSManagedObject")
    }

    /// The class of an entity as source writes it.
    private func typeName(ofEntity entity: String) -> String {
        target.classNames[entity].map { GeneratedName.type($0) } ?? names("NSManagedObject")
    }

    /// The access level of an entity's class.
    private func access(ofEntity entity: String) -> AccessLevel { access(of: target.classNames[entity] ?? "") }

    /// The word for a level, with a space, no wider than the class's own.
    private func accessWord(_ level: AccessLevel) -> String {
        switch min(level, plan.access) {
        case .open, .public: "public "
        case .package: "package "
        default: ""
        }
    }

    func access(of className: String) -> AccessLevel {
        target.classes.first { $0.name == className }?.access ?? .public
    }

    private func writeProperties(to text: inout SourceText) {
        for property in entity.properties where !isDeclared(property.name) {
            let (type, level, hasOwnAccessor) = type(of: property)
            let slot = SlotWriter(plan: plan).slot(of: property.name)
            text.block("\(accessWord(level))var \(GeneratedName.identifier(property.name)): \(type)") { text in
                let label = hasOwnAccessor ? "managed" : "managedValue"
                text.line("get { self[\(label): \(slot)] }")
                text.line("set { self[\(label): \(slot)] = newValue }")
            }
        }
    }

    /// Whether the class declares a property by hand.
    func isDeclared(_ name: String) -> Bool { plan.members.contains { $0.member.name == name } }

    func type(
        of property: PropertyOutline
    ) -> (text: String, access: AccessLevel, hasOwnAccessor: Bool) {
        switch property.kind {
        case .attribute(let text): return (names(text), .public, TargetPlanner.hasOwnAccessor(text))
        case .custom(let name):
            guard let type = target.customTypes[name] else { return (names("NSObject?"), .public, false) }
            return (type.text, type.access, false)
        case .toOne(let entity): return ("\(typeName(ofEntity: entity))?", access(ofEntity: entity), true)
        case .toMany(_, let isOrdered): return (names(isOrdered ? "NSOrderedSet?" : "NSSet?"), .public, true)
        case .fetched(let entity): return ("[\(typeName(ofEntity: entity))]?", access(ofEntity: entity), false)
        }
    }

    private func writeCollections(to text: inout SourceText) {
        for property in entity.properties {
            guard case .toMany(let entity, let isOrdered) = property.kind else { continue }
            let element = typeName(ofEntity: entity)
            let access = accessWord(access(ofEntity: entity))
            let slot = SlotWriter(plan: plan).slot(of: property.name)
            let name = property.name.prefix(1).uppercased() + property.name.dropFirst()
            text.line()
            text.line("// Changes of “\(GeneratedName.comment(property.name))”.")
            text.block("nonisolated extension \(plan.typeName)") { text in
                for method in methods(name: name, element: element, isOrdered: isOrdered) {
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

    private func methods(name: String, element: String, isOrdered: Bool) -> [Method] {
        let set = names(isOrdered ? "NSOrderedSet" : "NSSet")
        func function(_ verb: String) -> String { GeneratedName.identifier(verb + name) }
        let (int, indexes) = (names("Int"), names("NSIndexSet"))
        let (add, remove) = (function("addTo"), function("removeFrom"))
        let unordered = [
            Method(operation: .add, declaration: "\(add)(_ value: \(element))"),
            Method(operation: .remove, declaration: "\(remove)(_ value: \(element))"),
            Method(operation: .add, declaration: "\(add)(_ values: \(set))", first: "values"),
            Method(operation: .remove, declaration: "\(remove)(_ values: \(set))", first: "values"),
        ]
        guard isOrdered else { return unordered }
        let (insert, replace) = (function("insertInto"), function("replace"))
        return [
            Method(operation: .insert, declaration: "\(insert)(_ value: \(element), at idx: \(int))", second: "idx"),
            Method(operation: .removeAt, declaration: "\(remove)(at idx: \(int))", first: "idx"),
            Method(
                operation: .insert, declaration: "\(insert)(_ values: [\(element)], at indexes: \(indexes))",
                first: "values", second: "indexes"),
            Method(operation: .removeAt, declaration: "\(remove)(at indexes: \(indexes))", first: "indexes"),
            Method(
                operation: .replace, declaration: "\(replace)(at idx: \(int), with value: \(element))", first: "idx",
                second: "value"),
            Method(
                operation: .replace,
                declaration: "\(replace)(at indexes: \(indexes), with values: [\(element)])", first: "indexes",
                second: "values"),
        ] + unordered
    }
}
