internal import Foundation

/// A text property and a text.
final class TextTest: Test, @unchecked Sendable {
    private let read: (AnyObject) -> String
    private let question: TextQuestion

    init(_ read: @escaping (AnyObject) -> String, _ question: TextQuestion) {
        self.read = read
        self.question = question
    }

    override func holds(_ object: AnyObject) -> Bool { question.holds(read(object)) }
}

/// A text property that may be nil, and a text.
final class OptionalTextTest: Test, @unchecked Sendable {
    private let read: (AnyObject) -> String?
    private let question: TextQuestion

    init(_ read: @escaping (AnyObject) -> String?, _ question: TextQuestion) {
        self.read = read
        self.question = question
    }

    override func holds(_ object: AnyObject) -> Bool {
        guard let text = read(object) else { return question.resultForNothing }
        return question.holds(text)
    }
}

/// A date and another one.
final class DateTest: Test, @unchecked Sendable {
    private let read: (AnyObject) -> Date
    private let relation: OrderRelation
    private let bound: Date

    init(_ read: @escaping (AnyObject) -> Date, _ relation: OrderRelation, _ bound: Date) {
        self.read = read
        self.relation = relation
        self.bound = bound
    }

    override func holds(_ object: AnyObject) -> Bool { relation.holds(read(object), bound) }
}

/// A date that may be nil, and another one.
final class OptionalDateTest: Test, @unchecked Sendable {
    private let read: (AnyObject) -> Date?
    private let relation: OrderRelation
    private let bound: Date

    init(_ read: @escaping (AnyObject) -> Date?, _ relation: OrderRelation, _ bound: Date) {
        self.read = read
        self.relation = relation
        self.bound = bound
    }

    override func holds(_ object: AnyObject) -> Bool {
        guard let date = read(object) else { return relation.holdsForNothing }
        return relation.holds(date, bound)
    }
}
