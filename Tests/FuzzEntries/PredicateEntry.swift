import Foundation
import MainspringFoundation

/// Formats of predicates.
enum PredicateEntry {
    /// What no text in UTF-8 has; arguments follow.
    private static let separator: UInt8 = 0xFF
    /// What takes time by a power of its number, or a tenth of a second each, is evaluated up to so many times.
    private static let slowWordLimit = 3
    private static let slowWords = ["subquery", "matches"]
    /// What gives something else each time.
    private static let unsteadyWords = ["random", "now"]

    static func run(_ bytes: [UInt8]) throws(BrokenRule) {
        let parts = bytes.split(separator: separator, maxSplits: 1, omittingEmptySubsequences: false)
        let format = String(decoding: parts[0], as: UTF8.self)
        let (arguments, arePrintable) = FormatArguments.arguments(parts.count > 1 ? parts[1] : [])
        let predicate = quietly { NSPredicate(format: format, argumentArray: arguments) }
        if let error = predicate.formatError {
            try require(!error.description.isEmpty, "an error has a sentence")
            return
        }
        let printed = predicate.predicateFormat
        if arePrintable, let again = try reread(predicate, printed) {
            try checkArchive(of: predicate, printed)
            try checkSecureArchive(of: predicate, printed)
            try checkResults(predicate, again, printed)
        } else {
            _ = results(predicate, printed)
        }
    }

    // MARK: - Printing

    /// What is read of what was printed; nil if the parentheses of the print make it too deep.
    private static func reread(_ predicate: NSPredicate, _ printed: String) throws(BrokenRule) -> NSPredicate? {
        let again: NSPredicate
        do {
            again = try NSPredicate(parsing: printed)
        } catch {
            if error.problem == .tooDeep { return nil }
            throw BrokenRule("what is printed is read: \(printed) gives \(error)")
        }
        let second = again.predicateFormat
        try require(second == printed, "what is read prints as before: \(printed) and \(second)")
        try require(again == predicate, "what is read is equal: \(printed)")
        try require(again.hash == predicate.hash, "what is equal has equal hashes: \(printed)")
        return again
    }

    // MARK: - Archiving

    private static func checkArchive(of predicate: NSPredicate, _ printed: String) throws(BrokenRule) {
        let read = quietly { () -> NSPredicate? in
            guard let data = try? NSKeyedArchiver.archivedData(withRootObject: predicate, requiringSecureCoding: true)
            else { return nil }
            return try? NSKeyedUnarchiver.unarchivedObject(ofClasses: [type(of: predicate)], from: data) as? NSPredicate
        }
        try check(read, printed, by: "Foundation's archiver")
    }

    private static func checkSecureArchive(of predicate: NSPredicate, _ printed: String) throws(BrokenRule) {
        let read = quietly { () -> NSPredicate? in
            let transformer = PredicateTransformer()
            return transformer.transformedValue(transformer.reverseTransformedValue(predicate)) as? NSPredicate
        }
        try check(read, printed, by: "the secure transformer")
    }

    private static func check(_ read: NSPredicate?, _ printed: String, by archiver: String) throws(BrokenRule) {
        guard let read else { throw BrokenRule("what is archived by \(archiver) is read: \(printed)") }
        try require(read.predicateFormat == printed, "an archive by \(archiver) keeps \(printed)")
        try require(!quietly { read.evaluate(with: nil) }, "what was archived does not hold until that is allowed")
    }

    // MARK: - Evaluating

    private static func checkResults(
        _ predicate: NSPredicate, _ again: NSPredicate, _ printed: String
    ) throws(BrokenRule) {
        let first = results(predicate, printed)
        let folded = printed.lowercased()
        guard !unsteadyWords.contains(where: folded.contains) else { return }
        let second = results(again, printed)
        for (left, right) in zip(first, second) {
            // What took too long once may be done in time another time.
            guard let left, let right else { continue }
            try require(left == right, "what is equal gives the same: \(printed)")
        }
    }

    /// The results for several objects; nil where there was an error.
    private static func results(_ predicate: NSPredicate, _ printed: String) -> [Bool?] {
        let folded = printed.lowercased()
        let slow = slowWords.map { folded.components(separatedBy: $0).count - 1 }.reduce(0, +)
        guard slow <= slowWordLimit else { return [] }
        let objects: [Any?] = [
            Specimen.parent(), ["name": "Ann", "age": 3, "x": [1, 2]] as [String: Any], "Ann", 5, nil, [1, 2, 3],
        ]
        return objects.map { object in
            try? PredicateFailure.throwing {
                predicate.evaluate(with: object, substitutionVariables: ["x": 3, "name": "Ann"])
            }
        } + [try? PredicateFailure.throwing { predicate.evaluate(with: Specimen.parent()) }]
    }

    /// Runs something without its errors' being written.
    private static func quietly<Result>(_ body: () -> Result) -> Result {
        var result: Result?
        _ = try? PredicateFailure.throwing { result = body() }
        return result ?? body()
    }
}
