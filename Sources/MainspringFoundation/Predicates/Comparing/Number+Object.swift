internal import Foundation

extension Number {
    /// The number as an object of Foundation, which is cast to every type that can hold it.
    var object: NSNumber {
        switch self {
        case .signed(let value): NSNumber(value: value)
        case .unsigned(let value): NSNumber(value: value)
        case .floating(let value): NSNumber(value: value)
        case .decimal(let value): NSDecimalNumber(decimal: value)
        }
    }
}
