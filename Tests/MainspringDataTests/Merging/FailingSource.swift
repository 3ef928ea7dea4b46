import Foundation

@testable import MainspringData

/// A context's source from which one object cannot be read.
final class FailingSource: StandInSource {
    private let failing: NSManagedObjectID
    var isFailing = false

    init(_ other: any ObjectSource, _ failing: NSManagedObjectID) {
        self.failing = failing
        super.init(for: other)
    }

    override func row(of identity: NSManagedObjectID) throws -> Row? {
        if isFailing, identity == failing { throw CocoaError(.fileReadUnknown) }
        return try super.row(of: identity)
    }
}
