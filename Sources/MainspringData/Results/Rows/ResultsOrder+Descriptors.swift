internal import Foundation
internal import class MainspringFoundation.NSSortDescriptor

extension ResultsOrder where Element == NSManagedObject {
    /// The order that some descriptors give.
    init(_ descriptors: [NSSortDescriptor], sectionName: ((NSManagedObject) -> String)?) {
        let terms = descriptors.map(SortTerm.init)
        self.init(
            key: { object in SortKey(values: terms.map { $0.read(object) }) },
            compareKeys: { first, second in
                for (index, term) in terms.enumerated() {
                    let result = term.compare(first.values[index], second.values[index])
                    if result != .orderedSame { return result }
                }
                return .orderedSame
            },
            compare: { object, key in
                for (index, term) in terms.enumerated() {
                    let result = term.compare(term.read(object), key.values[index])
                    if result != .orderedSame { return result }
                }
                return .orderedSame
            },
            sectionName: sectionName)
    }
}
