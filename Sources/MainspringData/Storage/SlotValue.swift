internal import Foundation

/// A type whose values lie in an object's memory as they are.
protocol SlotValue {
    /// The kind of place that holds such values.
    static var slotKind: SlotKind { get }
    /// Reads a place of that kind.
    static func read(_ memory: ValueMemory, _ place: SlotPlace) -> Self?
    /// Sets a place of that kind.
    static func write(_ value: consuming Self?, _ memory: ValueMemory, _ place: SlotPlace)
}

/// Numbers and the like: the bytes, and a bit for nil.
///
/// The bytes of nil are zero.
protocol WordValue: SlotValue, BitwiseCopyable {
    /// What stands for nil.
    static var nothing: Self { get }
}

extension WordValue {
    @inline(__always)
    static func read(_ memory: ValueMemory, _ place: SlotPlace) -> Self? {
        memory.isNil(place) ? nil : memory.word(place, as: Self.self)
    }

    @inline(__always)
    static func write(_ value: consuming Self?, _ memory: ValueMemory, _ place: SlotPlace) {
        let value = value
        memory.setWord(value ?? nothing, place)
        if value == nil { memory.setNil(true, place) }
    }
}

extension Int16: WordValue { static var slotKind: SlotKind { .integer16 } }
extension Int32: WordValue { static var slotKind: SlotKind { .integer32 } }
extension Int64: WordValue { static var slotKind: SlotKind { .integer64 } }
extension Int: WordValue { static var slotKind: SlotKind { .integer64 } }
extension Float: WordValue { static var slotKind: SlotKind { .float } }
extension Double: WordValue { static var slotKind: SlotKind { .double } }

extension WordValue where Self: ExpressibleByIntegerLiteral {
    static var nothing: Self { 0 }
}

extension Bool: WordValue {
    static var slotKind: SlotKind { .boolean }
    static var nothing: Bool { false }
}

extension Date: SlotValue {
    static var slotKind: SlotKind { .date }

    @inline(__always)
    static func read(_ memory: ValueMemory, _ place: SlotPlace) -> Date? {
        memory.isNil(place) ? nil : Date(timeIntervalSinceReferenceDate: memory.word(place, as: TimeInterval.self))
    }

    @inline(__always)
    static func write(_ value: consuming Date?, _ memory: ValueMemory, _ place: SlotPlace) {
        let value = value
        memory.setWord(value?.timeIntervalSinceReferenceDate ?? 0, place)
        if value == nil { memory.setNil(true, place) }
    }
}

extension UUID: SlotValue {
    static var slotKind: SlotKind { .uuid }

    static func read(_ memory: ValueMemory, _ place: SlotPlace) -> UUID? {
        memory.isNil(place) ? nil : UUID(uuid: memory.word(place, as: uuid_t.self))
    }

    static func write(_ value: consuming UUID?, _ memory: ValueMemory, _ place: SlotPlace) {
        guard let value else { return memory.setNil(true, place) }
        memory.setWord(value.uuid, place)
    }
}

extension String: SlotValue {
    static var slotKind: SlotKind { .string }

    @inline(__always)
    static func read(_ memory: ValueMemory, _ place: SlotPlace) -> String? {
        memory.counted(place, as: String?.self).pointee
    }

    @inline(__always)
    static func write(_ value: consuming String?, _ memory: ValueMemory, _ place: SlotPlace) {
        memory.counted(place, as: String?.self).pointee = value
    }
}

extension Data: SlotValue {
    static var slotKind: SlotKind { .data }

    @inline(__always)
    static func read(_ memory: ValueMemory, _ place: SlotPlace) -> Data? {
        memory.counted(place, as: Data?.self).pointee
    }

    @inline(__always)
    static func write(_ value: consuming Data?, _ memory: ValueMemory, _ place: SlotPlace) {
        memory.counted(place, as: Data?.self).pointee = value
    }
}
