// A model of 100 entities, read from a file of one of its forms. Called as `GraphModel FORM CASE`: the forms are xcdatamodel, which
// Xcode edits, mom, which its compiler makes of that, and cache, which stores keep.

import Foundation
import MainspringModel
import Measure
import Workloads

let folder = FileManager.default.temporaryDirectory.appendingPathComponent("GraphModel-\(getpid())")

/// read-model: the file is written once by our own writer and read again and again.
func read(_ size: Int, _ form: String) throws -> Int {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("Benchmark.\(form)")
    let written = ModelOfEntities.make()
    if form == "cache" {
        try ModelCache.content(for: written).write(to: file)
    } else {
        try written.write(to: file)
    }
    for (count, isWarmUp) in [(2, true), (size, false)] {
        for _ in 0..<count {
            measure_begin()
            let model =
                try form == "cache" ? ModelCache.model(of: Data(contentsOf: file)) : NSManagedObjectModel.read(file)
            measure_end()
            let propertyCount = model.entities.reduce(0) { $0 + $1.properties.count }
            precondition(model.entities.count == written.entities.count && propertyCount == expectedCount(written))
        }
        if isWarmUp { measure_reset() }
    }
    return size
}

private func expectedCount(_ model: NSManagedObjectModel) -> Int {
    model.entities.reduce(0) { $0 + $1.properties.count }
}

let form = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : ""
Program(
    version: "this revision",
    cases: [
        Program.Case("read-model", size: 20) { size in
            do { return try read(size, form) } catch { fatalError("\(error)") }
        }
    ]
).main(Array(CommandLine.arguments.dropFirst()))
