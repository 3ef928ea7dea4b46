import Foundation

/// The space that a page has for embedded files.
struct PageBudget {
    /// The size that a page stays below, in bytes: a file of 5 MB passes through mail and opens at once.
    static let limit = 5_000_000
    /// An upper bound, in bytes, of the elements and sentences around embedded files. The longest link has some 12,000.
    private static let markup = 40_000

    private var rest: Int

    /// Creates the budget of a page whose own text has a number of bytes.
    init(text: Int) { rest = Self.limit - 1 - Self.markup - text }

    /// Returns true if a file of a number of bytes can be embedded.
    func allows(_ count: Int) -> Bool { Self.sizeEmbedded(count) <= rest }

    /// Returns a file as a data URL and takes its size from the budget, or returns nil if it is too large.
    mutating func embed(_ file: Data, type: String) -> String? {
        guard allows(file.count) else { return nil }
        rest -= Self.sizeEmbedded(file.count)
        return "data:\(type);base64,\(file.base64EncodedString())"
    }

    /// The size in base64: four characters for each three bytes that are begun.
    private static func sizeEmbedded(_ count: Int) -> Int { (count + 2) / 3 * 4 }
}
