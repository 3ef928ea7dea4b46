internal import Foundation

/// Finds the modules of the program in which the model compiler has left a table.
///
/// Swift's runtime knows all types of all images that are loaded, by descriptors whose form is fixed; it lists the images
/// for testing libraries. Where it does not, because the program has Swift linked in statically, no module is found.
enum ManagedModuleSearch {
    private typealias Visitor = @convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer?) -> Bool
    private typealias Enumerator = @convention(c) (Visitor, UnsafeMutableRawPointer?) -> Void

    /// The name of the type that is a module's table.
    private static let tableName = "__ManagedModule"

    /// The names of the modules, sorted. Looks at each type of the program.
    static func moduleNames() -> [String] {
        var names: Set<String> = []
        for records in typeRecords() {
            for offset in stride(from: 0, to: records.count - 3, by: 4) {
                guard let base = records.baseAddress, let name = moduleName(ofTable: base + offset) else { continue }
                names.insert(name)
            }
        }
        return names.sorted()
    }

    /// The lists of types of all images, which live as long as the process.
    private static func typeRecords() -> [UnsafeRawBufferPointer] {
        guard let symbol = dlsym(nil, "swift_enumerateAllMetadataSections") else { return [] }
        // The runtime's function of that name has had this signature since Swift 5.
        let enumerate = unsafeBitCast(symbol, to: Enumerator.self)
        var found: [UnsafeRawBufferPointer] = []
        // `found` outlives the call, in which alone it is used.
        withUnsafeMutablePointer(to: &found) { found in
            enumerate(
                { sections, context in
                    // A version, an address, two words in reserve; then pairs of address and length: of protocols, of
                    // conformances, of types.
                    let words = sections.assumingMemoryBound(to: UInt.self)
                    if let start = UnsafeRawPointer(bitPattern: words[8]), let length = Int(exactly: words[9]) {
                        context?.assumingMemoryBound(to: [UnsafeRawBufferPointer].self).pointee
                            .append(UnsafeRawBufferPointer(start: start, count: length))
                    }
                    return true
                }, found)
        }
        return found
    }

    /// The module of a type's record, if the type is a table of managed classes.
    private static func moduleName(ofTable record: UnsafeRawPointer) -> String? {
        // The two lowest bits say whether the type's descriptor is there, or the place of its address.
        let reference = record.load(as: Int32.self)
        guard reference & 3 == 0, reference != 0 else { return nil }
        let type = record + Int(reference)
        // The kind of an enumeration; then, from each place itself, the way to what is around it and to its name.
        guard type.load(as: UInt32.self) & 0x1F == 18, name(of: type) == tableName else { return nil }
        let parent = (type + 4).load(as: Int32.self)
        let place = type + 4 + Int(parent & ~1)
        let module = parent & 1 == 0 ? place : place.load(as: UnsafeRawPointer.self)
        guard module.load(as: UInt32.self) & 0x1F == 0 else { return nil }
        return name(of: module)
    }

    /// The name that stands in the descriptor of a type or a module.
    private static func name(of descriptor: UnsafeRawPointer) -> String {
        let name = descriptor + 8 + Int((descriptor + 8).load(as: Int32.self))
        return String(cString: name.assumingMemoryBound(to: CChar.self))
    }
}
