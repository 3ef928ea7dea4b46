public import Foundation
internal import MainspringData

extension StoreInspection {
    /// Puts a copy of the state that is looked at, with its long data, where nothing is.
    ///
    /// In time and room that grow with the file. The file that is looked at stays as it is, and nothing is made beside it.
    /// - Throws: `CocoaError` with a sentence, 640 if there is no room.
    @_spi(Tools) public func copy(to url: URL) throws {
        try reading { try SQLiteFile.copy($0.connection, of: path, to: url.path) }
    }
}
