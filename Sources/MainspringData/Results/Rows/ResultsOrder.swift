internal import Foundation

/// How objects are put in order and in sections.
///
/// An object's values are read once where it is to be put in, and compared with those of a few that are there. All
/// closures may run code of the program, which must not change the results meanwhile.
struct ResultsOrder<Element: AnyObject> {
    /// By what an object is sorted.
    let key: (Element) -> SortKey
    let compareKeys: (SortKey, SortKey) -> ComparisonResult
    /// Compares an object with a key; reads of it what is needed.
    let compare: (Element, SortKey) -> ComparisonResult
    /// A number for a key: where those of two keys differ, their order is that of the keys. Nil where a key has none.
    var lead: (SortKey) -> UInt64? = { _ in nil }
    /// The name of an object's section; nil where there is but one section, which is there without objects, too.
    let sectionName: ((Element) -> String)?
    /// The same comparisons of objects in one section with a name, where that is the first value by which they are sorted; nil where it is not.
    var inSection: Comparisons?

    /// How keys, and objects with keys, are compared.
    struct Comparisons {
        let compareKeys: (SortKey, SortKey) -> ComparisonResult
        let compare: (Element, SortKey) -> ComparisonResult
        let lead: (SortKey) -> UInt64?
    }

    /// What is to be used among objects of a section.
    func comparisons(in section: String) -> Comparisons {
        if !section.isEmpty, let inSection { return inSection }
        return Comparisons(compareKeys: compareKeys, compare: compare, lead: lead)
    }
}

/// By what an object is sorted: a value for each descriptor, the first one counting most.
struct SortKey {
    let values: [SortValue]
}
