/// The members of a structure by name. Not generic: a look-up would cost several times as much.
final class MemberTable: @unchecked Sendable {
    // `@unchecked Sendable`: constant; the closures that members are made of are Sendable.

    let members: [String: StructureMember]
    /// Of how many components the longest name is.
    private let longestName: Int

    init(_ members: [String: StructureMember]) {
        self.members = members
        longestName = members.keys.map { $0.split(separator: ".").count }.max() ?? 0
    }

    /// The member that a path begins with, and how many components its name is; the longest one.
    func member(_ names: ArraySlice<String>) -> (member: StructureMember, count: Int)? {
        var count = min(longestName, names.count)
        while count > 1 {
            if let member = members[names.prefix(count).joined(separator: ".")] { return (member, count) }
            count -= 1
        }
        return names.first.flatMap { members[$0] }.map { ($0, 1) }
    }
}
