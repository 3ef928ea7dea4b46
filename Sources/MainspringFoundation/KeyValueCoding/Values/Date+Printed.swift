internal import Foundation

extension Date {
    /// The date's description, which ends the process on Linux for one that is not a number.
    var printed: String {
        timeIntervalSinceReferenceDate.isNaN ? "<description unavailable>" : description
    }
}
