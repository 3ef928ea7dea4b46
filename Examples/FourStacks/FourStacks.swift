import ArgumentParser
import CityData
import CityStacks
import CoreData
import Foundation
import Mainspring

/// Imports the cities of the world through contexts in four set-ups, while a screen is drawn 60 times a second, and tells
/// how often that had to wait.
///
/// Ends with an error if anything has not arrived in the store, or on the screen.
@main
struct FourStacks: MainLoopProgram {
    func run() async throws {
        let options = Options.parseOrExit()
        let model = try CityModel.load()
        let cities = CityImport(
            countries: try CityData.countries(), cities: try CityData.cities(limit: options.rows),
            batchSize: options.batch)

        print(
            """
            \(ResultTable.cities(cities.cities.count)) of \(cities.countries.count) countries, \
            \(ResultTable.grouped(options.batch)) saved at once, into \(options.store.title); 60 frames a second, \
            \(options.budget.map { "merged for \($0) at once" } ?? "merged in one go")
            """)
        print(ResultTable.head)
        var mistakes: [String] = []
        var screens: Set<String> = []
        for setUp in options.setUps {
            let measurement = try await ImportMeasurement.take(
                setUp, cities, model, into: options.store, budget: options.budget)
            print(ResultTable.row(measurement.setUp))
            screens.insert(measurement.screen)
            if let mistake = measurement.mistake { mistakes.append("\(setUp.rawValue): \(mistake)") }
        }
        print("The screen's last frame: \(screens.sorted().joined(separator: "; "))")
        print("The cities are GeoNames' (geonames.org), Creative Commons Attribution 4.0.")
        guard mistakes.isEmpty else {
            FileHandle.standardError.write(Data((mistakes.joined(separator: "\n") + "\n").utf8))
            exit(1)
        }
    }
}
