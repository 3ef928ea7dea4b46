internal import Foundation

/// How archives have the structures that an `NSValue` holds: a number says which, and a text has its numbers in braces.
enum ArchivedGeometry {
    case point(CGPoint)
    case size(CGSize)
    case rectangle(CGRect)
    case range(NSRange)

    /// The structure itself.
    var value: Any {
        switch self {
        case .point(let value): value
        case .size(let value): value
        case .rectangle(let value): value
        case .range(let value): value
        }
    }

    init(_ object: ArchivedObject) throws(ArchiveError) {
        switch try object.needed("NS.special", try object.integer("NS.special")) {
        case 1:
            let numbers = try Self.numbers(object, "NS.pointval", count: 2)
            self = .point(CGPoint(x: numbers[0], y: numbers[1]))
        case 2:
            let numbers = try Self.numbers(object, "NS.sizeval", count: 2)
            self = .size(CGSize(width: numbers[0], height: numbers[1]))
        case 3:
            let numbers = try Self.numbers(object, "NS.rectval", count: 4)
            self = .rectangle(CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
        case 4:
            let location = try object.needed("NS.rangeval.location", try object.integer("NS.rangeval.location"))
            let length = try object.needed("NS.rangeval.length", try object.integer("NS.rangeval.length"))
            self = .range(NSRange(location: location, length: length))
        case let special: throw object.error(.badContent("is a structure of kind \(special), which is not known"))
        }
    }

    /// The numbers of a text like `{{1, 2}, {3, 4}}`; braces and commas only separate.
    private static func numbers(_ object: ArchivedObject, _ key: String, count: Int) throws(ArchiveError) -> [Double] {
        let text = try object.needed(key, try object.string(key))
        let numbers = text.utf8.count > 400 ? [] : text.split { "{}, ".contains($0) }.map { Double($0) }
        let finite = numbers.compactMap { $0 }
        guard finite.count == count, numbers.count == count else {
            throw object.error(.badContent("has “\(text.prefix(80))” for \(count) numbers"))
        }
        return finite
    }

    /// The fields of an object that is archived for it, for which numbers are objects of their own.
    /// - Parameter add: Archives a value and gives the reference.
    func fields(_ add: (PropertyListValue) -> PropertyListValue) -> [String: PropertyListValue] {
        func pair(_ first: CGFloat, _ second: CGFloat) -> String { "{\(Double(first)), \(Double(second))}" }
        switch self {
        case .point(let point):
            return ["NS.special": .integer(1), "NS.pointval": add(.string(pair(point.x, point.y)))]
        case .size(let size):
            return ["NS.special": .integer(2), "NS.sizeval": add(.string(pair(size.width, size.height)))]
        case .rectangle(let rectangle):
            let origin = pair(rectangle.origin.x, rectangle.origin.y)
            let size = pair(rectangle.size.width, rectangle.size.height)
            return ["NS.special": .integer(3), "NS.rectval": add(.string("{\(origin), \(size)}"))]
        case .range(let range):
            return [
                "NS.special": .integer(4), "NS.rangeval.location": add(.integer(Int64(range.location))),
                "NS.rangeval.length": add(.integer(Int64(range.length))),
            ]
        }
    }
}
