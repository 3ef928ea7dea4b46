internal import FileAccess
internal import Foundation

/// The wording of failures of files in errors of stores.
extension FileFailure {
    /// Whether the disk, or the user's share of it, is full.
    var isFull: Bool { number == ENOSPC || number == EDQUOT }

    /// The reason and the remedy, to stand behind the colon of an error's sentence.
    /// - Parameter advice: The remedy unless the disk is full or the descriptors of the process are used up.
    func reason(advice: String) -> String {
        switch reason {
        case .system where isFull: "the disk is full. Make room on it."
        case .system(let number): DescriptorShortage.clause(for: number, otherwise: advice)
        case .notRegular: "\(clause). \(advice)"
        }
    }

    /// An error of a store with the path of the file.
    /// - Parameters:
    ///   - code: The code unless the disk is full.
    ///   - begin: The sentence up to the colon.
    func storeError(_ code: Int, _ begin: String, advice: String) -> any Error {
        CoreDataError.make(
            isFull ? CocoaError.Code.fileWriteOutOfSpace.rawValue : code, "\(begin): \(reason(advice: advice))",
            userInfo: [NSFilePathErrorKey: path],
            underlying: number.map { POSIXError(POSIXError.Code(rawValue: $0) ?? .EIO) })
    }
}
