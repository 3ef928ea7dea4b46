import Foundation
import MainspringFoundation
import Testing

/// The formats of `corpus.txt`, by topic.
@Suite struct CorpusTests {
    struct Line: CustomTestStringConvertible {
        let number: Int
        let format: String
        let object: String
        let expected: String

        var testDescription: String { "\(number): \(format)" }
    }

    struct Topic: CustomTestStringConvertible {
        let name: String
        var lines: [Line] = []

        var testDescription: String { name }
    }

    static let topics: [Topic] = {
        let url = Bundle.module.url(forResource: "corpus", withExtension: "txt")
        let text = url.flatMap { try? String(contentsOf: $0, encoding: .utf8) } ?? ""
        var topics: [Topic] = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.hasPrefix("# ") {
                topics.append(Topic(name: String(line.dropFirst(2))))
            } else if !line.isEmpty {
                // The operator for bits has the separator's sign.
                let parts = line.components(separatedBy: " | ")
                topics[topics.count - 1].lines.append(
                    Line(
                        number: index + 1, format: parts.dropLast(2).joined(separator: " | "),
                        object: parts[parts.count - 2], expected: parts[parts.count - 1]))
            }
        }
        return topics.filter { !$0.lines.isEmpty }
    }()

    private static func object(_ name: String) -> Any? {
        switch name {
        case "anna": Citizen.anna()
        case "dict": ["name": "Anna", "surname": "Müller", "age": 34] as [String: Any]
        case "keywords":
            [
                "and": 1, "any": 2, "in": 3, "first": 4, "size": 5, "last": 6, "nested": ["first": 7, "any": 8],
                "schlüssel": 9, "cast": 10,
            ] as [String: Any]
        case "list": [1, 2, 3]
        case "five": 5
        case "hello": "hello"
        default: nil
        }
    }

    @Test func `there are more than 500 formats`() {
        #expect(Self.topics.reduce(0) { $0 + $1.lines.count } > 500)
    }

    @Test(arguments: topics) func `a format holds as the guide says`(topic: Topic) {
        for line in topic.lines {
            guard let predicate = try? NSPredicate(parsing: line.format) else {
                #expect(line.expected == "error", "\(line.number): \(line.format)")
                continue
            }
            let object = Self.object(line.object)
            #expect(word { predicate.evaluate(with: object) } == line.expected, "\(line.number): \(line.format)")
            // With variables nothing is made ready for the object's class.
            let plain = word { predicate.evaluate(with: object, substitutionVariables: [:]) }
            #expect(plain == line.expected, "\(line.number), part by part: \(line.format)")
        }
    }

    @Test(arguments: topics) func `what is printed makes an equal predicate`(topic: Topic) throws {
        for line in topic.lines {
            guard let predicate = try? NSPredicate(parsing: line.format) else { continue }
            let printed = predicate.predicateFormat
            let again = try NSPredicate(parsing: printed)
            #expect(again == predicate, "\(line.number): \(line.format), printed \(printed)")
            #expect(again.hash == predicate.hash, "\(line.number): \(line.format), printed \(printed)")
            #expect(again.predicateFormat == printed, "\(line.number): \(line.format)")
        }
    }

    @Test(arguments: topics) func `what is read from an archive is an equal predicate`(topic: Topic) throws {
        for line in topic.lines {
            guard let predicate = try? NSPredicate(parsing: line.format) else { continue }
            let data = try NSKeyedArchiver.archivedData(withRootObject: predicate, requiringSecureCoding: true)
            let again = try NSKeyedUnarchiver.unarchivedObject(
                ofClasses: [NSPredicate.self, NSComparisonPredicate.self, NSCompoundPredicate.self], from: data)
            #expect(again as? NSPredicate == predicate, "\(line.number): \(line.format)")
        }
    }
}
