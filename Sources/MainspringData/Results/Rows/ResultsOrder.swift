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
    /// The name of an object's section; nil where there is but one section, which is there without objects, too.
    let sectionName: ((Element) -> String)?
}

/// By what an object is sorted: a value for each descriptor, the first one counting most.
struct SortKey {
    let values: [SortValue]
}
