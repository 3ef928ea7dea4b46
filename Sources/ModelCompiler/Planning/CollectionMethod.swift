internal import SourceScanning

/// A method that changes a to-many relationship, as Xcode declares it with `@NSManaged`.
struct CollectionMethod: Equatable {
    /// What it does.
    enum Operation: Equatable {
        /// `addToX(_:)`, with one object or several.
        case add
        /// `removeFromX(_:)`, with one object or several.
        case remove
        /// `insertIntoX(_:at:)`, at one place or several.
        case insert
        /// `removeFromX(at:)`, at one place or several.
        case removeAt
        /// `replaceX(at:with:)`, at one place or several.
        case replace
    }

    let operation: Operation
    /// The relationship.
    let property: String

    /// The method that a declaration stands for; nil where it is no such method.
    init?(_ member: ScannedMember) {
        guard case .method(let parameters, _) = member.kind else { return nil }
        let labels = parameters.map { $0.label ?? "_" }
        let name = member.name
        let forms: [(prefix: String, suffix: String, labels: [String], operation: Operation)] = [
            ("addTo", "", ["_"], .add), ("removeFrom", "", ["_"], .remove), ("removeFrom", "", ["at"], .removeAt),
            ("insertInto", "", ["_", "at"], .insert), ("replace", "", ["at", "with"], .replace),
            // What one wrote by hand before Xcode 7 gave such methods Swift's names.
            ("add", "Object", ["_"], .add), ("remove", "Object", ["_"], .remove), ("add", "", ["_"], .add),
            ("remove", "", ["_"], .remove),
        ]
        for form in forms where form.labels == labels && name.hasPrefix(form.prefix) && name.hasSuffix(form.suffix) {
            let middle = name.dropFirst(form.prefix.count).dropLast(form.suffix.count)
            guard let first = middle.first, first.isUppercase || !first.isLetter || !first.isLowercase else { continue }
            operation = form.operation
            property = first.lowercased() + middle.dropFirst()
            return
        }
        return nil
    }
}
