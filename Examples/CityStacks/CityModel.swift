package import CoreData
internal import Foundation

/// The model of continents, countries and cities.
package enum CityModel {
    /// Read anew; objects of one process that are to meet need one and the same.
    /// - Throws: if the model is not where the build has put it.
    package static func load() throws -> NSManagedObjectModel {
        guard let model = NSManagedObjectModel.mergedModel(from: [Bundle.module]) else { throw Missing() }
        return model
    }

    private struct Missing: Error, CustomStringConvertible {
        var description: String {
            "The model of the cities is not in \(Bundle.module.bundlePath); build the program anew."
        }
    }
}
