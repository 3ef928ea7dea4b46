/// A predicate made ready for objects whose keys a table has, whatever their classes say.
///
/// For objects that get their keys when the program runs. A comparison of one of the table's keys with a constant is made
/// in the property's own type; everything else is evaluated part by part, with errors where those of
/// ``PredicateFailure`` go. Constant, and may be asked by any thread; the objects are used on the calling one.
package struct ObjectTest: Sendable {
    /// Kept: the parts of the test do not keep their predicates.
    private let predicate: NSPredicate
    private let test: Test

    /// - Parameter keys: of objects of the class that the table is for; the test is asked for no others.
    package init(_ predicate: NSPredicate, keys: KeyTable) {
        self.predicate = predicate
        test = TestCompiler(keys).test(predicate)
    }

    /// Whether the predicate holds for an object.
    package func holds(_ object: AnyObject) -> Bool { test.holds(object) }
}
