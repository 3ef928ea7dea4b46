internal import Foundation

/// Writes binary property lists (`bplist00`), equal trees always to the same bytes: keys are sorted, and what is no
/// list and the same byte for byte is written once.
struct BinaryPropertyListWriter {
    /// What is written, in order; the top object is the first.
    private var objects: [Object] = []
    /// Where in them what is no list stands, by its bytes: values that are equal may differ in them.
    private var numbers: [[UInt8]: Int] = [:]

    private enum Object {
        case value([UInt8])
        case array([Int])
        case dictionary(keys: [Int], values: [Int])
    }

    /// Writes a tree.
    /// - Throws: ``PropertyListError`` if lists are too deep in each other, which readers refuse.
    static func write(_ value: PropertyListValue) throws(PropertyListError) -> Data {
        var writer = BinaryPropertyListWriter()
        _ = try writer.add(value, depth: 0)
        return writer.encoded()
    }

    /// Gives a value a number, and all that is in it.
    private mutating func add(_ value: PropertyListValue, depth: Int) throws(PropertyListError) -> Int {
        switch value {
        case .array(let elements):
            let number = try addList(depth: depth)
            var references: [Int] = []
            references.reserveCapacity(elements.count)
            for element in elements { references.append(try add(element, depth: depth + 1)) }
            objects[number] = .array(references)
            return number
        case .dictionary(let entries):
            let number = try addList(depth: depth)
            let sorted = zip(entries.keys, entries.values).sorted { $0.0 < $1.0 }
            let keys = sorted.map { entry in addBytes { $0.write(text: entry.0) } }
            var values: [Int] = []
            values.reserveCapacity(sorted.count)
            for (_, value) in sorted { values.append(try add(value, depth: depth + 1)) }
            objects[number] = .dictionary(keys: keys, values: values)
            return number
        default: return addBytes { _ = $0.write(plain: value) }
        }
    }

    private mutating func addList(depth: Int) throws(PropertyListError) -> Int {
        guard depth < PropertyListValue.greatestDepth else { throw PropertyListError(offset: 0, problem: .tooDeep) }
        objects.append(.array([]))
        return objects.count - 1
    }

    private mutating func addBytes(_ write: (inout PropertyListBytes) -> Void) -> Int {
        var output = PropertyListBytes()
        write(&output)
        if let known = numbers[output.bytes] { return known }
        numbers[output.bytes] = objects.count
        objects.append(.value(output.bytes))
        return objects.count - 1
    }

    /// The bytes of all objects, the table of where they are, and the trailer.
    private func encoded() -> Data {
        var output = PropertyListBytes()
        output.bytes = BinaryPropertyListReader.magic
        let referenceSize = PropertyListBytes.size(of: objects.count - 1)
        var offsets: [Int] = []
        offsets.reserveCapacity(objects.count)
        for object in objects {
            offsets.append(output.bytes.count)
            switch object {
            case .value(let bytes): output.bytes += bytes
            case .array(let references):
                output.writeMarker(0xA0, count: references.count)
                for reference in references { output.write(UInt64(reference), size: referenceSize) }
            case .dictionary(let keys, let values):
                output.writeMarker(0xD0, count: keys.count)
                for reference in keys + values { output.write(UInt64(reference), size: referenceSize) }
            }
        }
        let table = output.bytes.count
        let offsetSize = PropertyListBytes.size(of: table)
        for offset in offsets { output.write(UInt64(offset), size: offsetSize) }
        output.bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
        output.write(UInt64(objects.count), size: 8)
        output.write(0, size: 8)
        output.write(UInt64(table), size: 8)
        return Data(output.bytes)
    }
}
