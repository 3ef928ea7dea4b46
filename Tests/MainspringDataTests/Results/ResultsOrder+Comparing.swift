import Foundation

@testable import MainspringData

extension ResultsOrder {
    /// An order of whole objects.
    init(comparing compare: @escaping (Element, Element) -> ComparisonResult, sectionName: ((Element) -> String)?) {
        func element(_ key: SortKey) -> Element {
            guard let element = key.values[0].value as? Element else { fatalError("No element.") }
            return element
        }
        self.init(
            key: { SortKey(values: [.any($0)]) }, compareKeys: { compare(element($0), element($1)) },
            compare: { compare($0, element($1)) }, sectionName: sectionName)
    }
}
