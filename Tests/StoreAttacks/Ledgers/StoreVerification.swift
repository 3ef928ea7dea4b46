import Foundation
@_spi(Tools) import MainspringData
@_spi(Tools) import MainspringInspection
import TrialStores

/// Checks of the files of a store that no process has open.
enum StoreVerification {
    /// - Throws: ``Broken`` if `mainspring store verify` would find something.
    static func requireClean(_ path: String) throws {
        let inspection = try StoreInspection(at: URL(fileURLWithPath: path))
        defer { inspection.close() }
        let check = StoreCheck(inspection)
        for step in StoreCheck.Step.allCases {
            let findings = try check.findings(step)
            try require(
                findings.isEmpty,
                "the check “\(step.rawValue)” of \(path) finds: \(findings.map(\.sentence).joined(separator: " "))")
        }
    }

    /// - Throws: ``Broken`` if a folder holds other files than those of some stores that are closed.
    ///
    /// SQLite leaves a journal of a killed process that has nothing to roll back until the next transaction that needs
    /// one.
    static func requireOnly(_ stores: [LedgerStore], in folder: String) throws {
        let names = stores.flatMap { store in
            let name = store.url.lastPathComponent
            return [name, name + "-journal", ".\((name as NSString).deletingPathExtension)_SUPPORT"]
        }
        let left = Set(try FileManager.default.contentsOfDirectory(atPath: folder)).subtracting(names).sorted()
        try require(
            left.isEmpty, "after the store was opened for writing, \(left.joined(separator: ", ")) is left in \(folder)"
        )
    }
}
