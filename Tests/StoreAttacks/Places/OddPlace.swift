import MainspringData

/// A case of the attack with odd places: what is where, and what is done there.
struct OddPlace {
    enum Operation: String, CaseIterable {
        case add, migrate, replace, destroy
    }

    /// Where something odd is.
    enum Position: Equatable {
        /// At the store's place, or beside it with a suffix.
        case file(suffix: String)
        /// Where the folder with the store's long data would be.
        case support
    }

    let node: OddNode
    let isLinked: Bool
    let position: Position
    let operation: Operation
    let type: NSPersistentStore.StoreType
    /// Whether a store is at the place. It is not if the place itself is odd.
    let hasStore: Bool
    /// A spelling of the null device's path, which is the place then.
    var spelling: String?

    var description: String {
        let position =
            switch self.position {
            case .file(""): "at the place"
            case .file(let suffix): "in the place of \(suffix)"
            case .support: "in the place of the support folder"
            }
        return "\(operation.rawValue) of a store of the type \(type.rawValue) with "
            + (spelling ?? "\(isLinked ? "a link to " : "")\(node.rawValue)") + " " + position
            + (hasStore ? " of a store" : "")
    }

    /// Whether the operation must fail.
    var mustFail: Bool {
        guard type != .inMemory else { return false }
        // The null device is a place of stores in memory, which cannot be copied.
        return type != .sqlite || node != .nullDevice || position != .file(suffix: "") || operation == .replace
    }

    /// All cases that a process may play.
    /// - Parameter hasDevices: Whether devices are among them.
    static func all(hasDevices: Bool) -> [OddPlace] {
        var all: [OddPlace] = []
        let nodes = OddNode.allCases.filter { hasDevices || !$0.isDevice }
        for operation in Operation.allCases {
            for node in nodes {
                for isLinked in [false, true] {
                    for type in [NSPersistentStore.StoreType.sqlite, .binary, .xml, .inMemory] {
                        all.append(
                            OddPlace(
                                node: node, isLinked: isLinked, position: .file(suffix: ""), operation: operation,
                                type: type, hasStore: false))
                    }
                    for position in parts where position != .support || isLinked || !node.isFolder {
                        for hasStore in [false, true] {
                            all.append(
                                OddPlace(
                                    node: node, isLinked: isLinked, position: position, operation: operation,
                                    type: .sqlite, hasStore: hasStore))
                        }
                    }
                }
            }
            guard hasDevices else { continue }
            for spelling in spellings {
                for type in [NSPersistentStore.StoreType.sqlite, .binary, .xml] {
                    all.append(
                        OddPlace(
                            node: .nullDevice, isLinked: false, position: .file(suffix: ""), operation: operation,
                            type: type, hasStore: false, spelling: spelling))
                }
            }
        }
        return all
    }

    private static let parts: [Position] = ["-wal", "-shm", "-journal"].map { .file(suffix: $0) } + [.support]
    private static let spellings = ["/dev/null", "/dev//null", "//dev/null", "/dev/./null", "/dev/../dev/null"]
}
