import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

private enum Size: Int16 { case small, large }
private enum Letter: String { case a }
private enum Late: Int16 { case first = 1 }
private struct Marks: OptionSet {
    let rawValue: Int
    static let old = Marks(rawValue: 2)
}

/// Properties that Swift declares as another type than the model's.
@Suite struct DeclaredTypeTests {
    /// Slots of `Animal`.
    private enum Slot {
        static let legs = 0, steps = 2, height = 5, born = 6, name = 7, price = 10, page = 11, tags = 12
    }

    @Test func `a case of an enumeration is kept as its raw value`() throws {
        let animal = Zoo().makeAnimal()
        (animal as NSManagedObject)[managedValue: Slot.legs] = Size.large
        #expect(animal.legs == 1 && animal[managedValue: Slot.legs] == Size.large)
        animal[managedValue: Slot.legs] = Size?.some(.small)
        #expect(animal.legs == 0 && animal[managedValue: Slot.legs] == Size?.some(.small))
        animal[managedValue: Slot.legs] = Size?.none
        #expect(animal.value(forKey: "legs") == nil && animal[managedValue: Slot.legs] == Size?.none)
        animal[managedValue: Slot.name] = Letter.a
        #expect(animal.name == "a" && animal[managedValue: Slot.name] == Letter.a)
        animal[managedValue: Slot.steps] = Marks.old
        #expect(animal.steps == 2 && animal[managedValue: Slot.steps] == Marks.old)
        animal.setValue(Size.large, forKey: "legs")
        #expect(animal.legs == 1)
        // What holds any value holds the case itself.
        animal[managedValue: Slot.tags] = Size.large
        #expect(animal.value(forKey: "tags") as? Size == .large)
        #expect(throws: KeyValueError.self) {
            try KeyValueError.throwing { animal[managedValue: Slot.born] = Letter.a }
        }
    }

    @Test func `without a value what has no nil in Swift is nothing of its kind`() {
        let animal = Zoo().makeAnimal()
        let slot = Slot.tags
        #expect(animal[managedValue: slot] == [String]() && animal[managedValue: slot] == Set<String>())
        #expect(animal[managedValue: slot] == [String: Int]())
        #expect(animal[managedValue: slot] as [String: Any] as NSDictionary == [:])
        #expect(animal[managedValue: slot] == Int8(0) && animal[managedValue: slot] == UInt16(0))
        #expect(animal[managedValue: slot] == UInt(0) && animal[managedValue: slot] == CGFloat(0))
        #expect(animal[managedValue: Slot.price] == Decimal(0))
        #expect(animal[managedValue: Slot.steps] == Size.small && animal[managedValue: Slot.steps] == Marks())
        #expect((animal[managedValue: slot] as NSObject?) == nil && (animal[managedValue: slot] as Any?) == nil)
        #expect((animal[managedValue: slot] as AnyObject?) == nil)
        #expect((animal[managedValue: slot] as (any NSCoding)?) == nil)
    }

    @Test func `an enumeration without a case for nothing stops the program with a sentence`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Zoo().makeAnimal()[managedValue: Slot.steps] as Late
        }
        let sentence = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(sentence.contains("“steps” of the entity “Animal” is nil") && sentence.contains("Late?"))
    }

    @Test func `a date that is declared as a time interval is seconds since the reference date`() throws {
        let animal = Zoo().makeAnimal()
        #expect((animal[managed: Slot.born] as TimeInterval) == 0)
        #expect((animal[managed: Slot.born] as TimeInterval?) == nil)
        animal[managed: Slot.born] = 7.5
        #expect(animal.born == Date(timeIntervalSinceReferenceDate: 7.5))
        #expect((animal[managed: Slot.born] as TimeInterval) == 7.5)
        #expect((animal[managed: Slot.born] as TimeInterval?) == 7.5)
        #expect((animal[managedValue: Slot.born] as TimeInterval?) == 7.5)
        // No other number.
        #expect(throws: KeyValueError.self) {
            try KeyValueError.throwing { _ = animal[managed: Slot.born] as Int64 }
        }
    }

    @Test func `an object may be declared as a class that many others inherit from`() {
        let animal = Zoo().makeAnimal()
        animal[managedValue: Slot.tags] = NSObject?.some("x" as NSString)
        #expect((animal[managedValue: Slot.tags] as NSObject?) == "x" as NSString)
        animal[managedValue: Slot.tags] = Any?.some([1])
        #expect((animal[managedValue: Slot.tags] as Any?) as? [Int] == [1])
    }
}
