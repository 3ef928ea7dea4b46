internal import CLinux
internal import Glibc

/// Finds the files that addresses belong to, and their names in them.
///
/// An own reader, since `dladdr` knows no `static` function and none of the executable that is not exported.
enum Symbolicator {
    static func frames(of addresses: [UInt]) -> [Backtrace.Frame] {
        var frames = addresses.map { Backtrace.Frame(address: $0, symbol: nil, offset: $0, file: nil) }
        for object in loadedObjects(around: addresses) {
            name(&frames, in: object)
        }
        return frames
    }

    private struct LoadedObject {
        var path: String
        var bias: UInt
        var segments: UnsafeBufferPointer<Elf64_Phdr>
        /// Where in the array of addresses its own stand.
        var indices: [Int]
    }

    private static func loadedObjects(around addresses: [UInt]) -> [LoadedObject] {
        var objects: [LoadedObject] = []
        for (index, address) in addresses.enumerated() {
            guard let found = loadedObject(around: address) else { continue }
            if let known = objects.firstIndex(where: { $0.bias == found.bias && $0.path == found.path }) {
                objects[known].indices.append(index)
            } else {
                objects.append(found)
                objects[objects.count - 1].indices = [index]
            }
        }
        return objects
    }

    private static func loadedObject(around address: UInt) -> LoadedObject? {
        var object = MainspringLoadedObject()
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { path in
            guard let start = path.baseAddress, mainspring_loaded_object(address, &object, start, path.count) else {
                return nil
            }
            // The headers are a part of the object in memory, and stay while code in it is on a stack.
            let segments = UnsafeBufferPointer(start: object.program_headers, count: object.program_header_count)
            return LoadedObject(path: String(cString: start), bias: object.bias, segments: segments, indices: [])
        }
    }

    private static func name(_ frames: inout [Backtrace.Frame], in object: LoadedObject) {
        let places = object.indices.map { (index: $0, address: UInt64(frames[$0].address &- object.bias)) }
            .sorted { $0.address < $1.address }
        var matches: [SymbolTable.Match?] = Array(repeating: nil, count: places.count)
        if let table = SymbolTable(path: object.path), table.hasSegments(object.segments) {
            matches = table.functions(around: places.map(\.address))
        }
        let path = object.path == program ? programPath : object.path
        for (place, match) in zip(places, matches) {
            frames[place.index] = Backtrace.Frame(
                address: frames[place.index].address, symbol: match?.name,
                offset: UInt(place.address - (match?.start ?? 0)), file: path)
        }
    }

    private static let program = "/proc/self/exe"

    private static var programPath: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { path in
            guard let start = path.baseAddress else { return program }
            let count = readlink(program, start, path.count)
            guard count > 0 else { return program }
            return String(decoding: UnsafeRawBufferPointer(path)[..<count], as: UTF8.self)
        }
    }
}
