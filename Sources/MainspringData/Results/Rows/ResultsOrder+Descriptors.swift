internal import Foundation
internal import class MainspringFoundation.NSSortDescriptor

extension ResultsOrder where Element == NSManagedObject {
    /// The order that some descriptors give.
    /// - Parameter sectionKey: the key path that gives names of sections.
    init(_ descriptors: [NSSortDescriptor], sectionKey: String? = nil, sectionName: ((NSManagedObject) -> String)?) {
        let terms = descriptors.map(SortTerm.init)
        let all = Self.comparisons(terms, from: 0)
        self.init(
            key: { object in SortKey(values: terms.map { $0.read(object) }) }, compareKeys: all.compareKeys,
            compare: all.compare, lead: all.lead, sectionName: sectionName)
        // Whoever has the section's name has the value that it is made of, which is a text or a number.
        if let sectionKey, descriptors.first?.key == sectionKey, terms.first?.isOfValues == true {
            inSection = Self.comparisons(terms, from: 1)
        }
    }

    private static func comparisons(_ terms: [SortTerm], from start: Int) -> Comparisons {
        Comparisons(
            compareKeys: { first, second in
                for index in start..<terms.count {
                    let result = terms[index].compare(first.values[index], second.values[index])
                    if result != .orderedSame { return result }
                }
                return .orderedSame
            },
            compare: { object, key in
                for index in start..<terms.count {
                    let result = terms[index].compare(terms[index].read(object), key.values[index])
                    if result != .orderedSame { return result }
                }
                return .orderedSame
            },
            lead: { key in start < terms.count ? terms[start].lead(key.values[start]) : nil })
    }
}
