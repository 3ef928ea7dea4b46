import Foundation
import MainspringModel
import Testing

@testable import MainspringData

/// What is told of values by their bits.
@Suite struct ValueBitsContextTests {
    private static let text = "a text that is too long to lie in the string itself"

    /// Values of each kind, made anew each time.
    private static func values() -> [Any?] {
        let date = Date(timeIntervalSinceReferenceDate: 12)
        let uuid = UUID(uuidString: "6F9619FF-8B86-D011-B42D-00CF4FC964FF")!
        return [
            nil, NSNumber(value: 1.5), NSNumber(value: 7), "short", text, date, Data([1, 2]), Data(text.utf8), uuid,
            NSNull(),
            NSDecimalNumber(string: "1.5"), 7, 1.5, [1], Optional("inside") as Any, Optional<Int>.none as Any,
        ]
    }

    @Test(arguments: 0..<16) func `a value that was only handed on is the same, others never are`(number: Int) {
        let values = Self.values()
        let value = values[number]
        let handed = [value][0]
        switch value {
        case nil, is NSNumber, is String, is Date, is Data, is UUID:
            if number < 9 { #expect(ValueBits.areSame(value, handed)) }
        default: break
        }
        for (other, another) in Self.values().enumerated() where other != number {
            #expect(!ValueBits.areSame(value, another), "\(number) and \(other)")
        }
    }

    @Test func `a number is a plain one unless it is a decimal one, or no object`() {
        let number = NSNumber(value: 3)
        #expect(PlainNumber.of(number) === number)
        #expect(
            PlainNumber.of(nil) == nil && PlainNumber.of(3) == nil
                && PlainNumber.of(NSDecimalNumber(string: "3")) == nil)
        #expect(PlainNumber.of(NSDecimalNumber(string: "3") as NSNumber) == nil && PlainNumber.of(NSNull()) == nil)
    }

    @Test func `an object equals itself alone, as whatever it is given`() {
        let company = Company()
        let context = company.context()
        let (anna, ben) = (company.make("Person", "Anna", in: context), company.make("Person", "Ben", in: context))
        for same in [anna, anna as NSObject, anna as AnyObject, anna as Any, Optional(anna) as Any] as [Any] {
            #expect(anna.isEqual(same) && !ben.isEqual(same))
        }
        let address = UnsafeRawPointer(Unmanaged.passUnretained(anna).toOpaque())
        for other in [nil, address, Int(bitPattern: address), "Anna", NSNull(), anna.objectID] as [Any?] {
            #expect(!anna.isEqual(other))
        }
    }

    @Test func `an identity equals those of the same object, as whatever they are given`() throws {
        let company = Company()
        let context = company.context()
        let (anna, ben) = (company.make("Person", "Anna", in: context), company.make("Person", "Ben", in: context))
        try context.save()
        let uri = anna.objectID.uriRepresentation()
        let other = try #require(company.coordinator.managedObjectID(forURIRepresentation: uri))
        for same in [other, other as NSObject, other as AnyObject, Optional(other) as Any] as [Any] {
            #expect(anna.objectID.isEqual(same) && !ben.objectID.isEqual(same))
        }
        for stranger in [nil, "Anna", anna, NSNull(), 3] as [Any?] { #expect(!anna.objectID.isEqual(stranger)) }
    }
}
