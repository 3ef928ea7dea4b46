import FileAccess
import Foundation
import Testing

@testable import MainspringData

/// The errors of stores over files that cannot be read, written or deleted.
@Suite struct FileFailureReasonTests {
    /// A reason, the end of the sentence, and whether the error's code says that the disk is full.
    private static let table: [(reason: FileFailure.Reason, end: String, isFull: Bool)] = [
        (.system(ENOSPC), "the disk is full. Make room on it.", true),
        (.system(EDQUOT), "the disk is full. Make room on it.", true),
        (.system(EMFILE), DescriptorShortage.clause, false),
        (.system(ENFILE), DescriptorShortage.clause, false),
        (.system(EACCES), "Permission denied. Look there.", false),
        (.notRegular(.pipe), "it is a pipe, not a regular file. Look there.", false),
    ]

    @Test(arguments: 0..<table.count)
    func `an error names the path, the cause and what to do`(row: Int) {
        let (reason, end, isFull) = Self.table[row]
        let failure = FileFailure("written", "/place/file", reason)
        let error = failure.storeError(134_000, "\(failure.path) could not be \(failure.action)", advice: "Look there.")
        let found = error as NSError
        #expect(found.localizedDescription == "/place/file could not be written: \(end)")
        #expect(found.code == (isFull ? CocoaError.Code.fileWriteOutOfSpace.rawValue : 134_000))
        #expect(found.userInfo[NSFilePathErrorKey] as? String == "/place/file")
        let underlying = found.userInfo[NSUnderlyingErrorKey] as? POSIXError
        #expect(underlying.map { Int32($0.code.rawValue) } == failure.number)
    }
}
