/// A class of which the model compiler has written down what the language cannot tell when the program runs. Between the
/// modules of this package.
package protocol CompiledKeys: AnyObject {
    /// The names of the properties that Swift's key paths stand for, by key paths that begin at the class or at an
    /// optional of it. Asked once.
    static var compiledKeyPaths: [AnyKeyPath: String] { get }
    /// The keys that the class itself has accessors for, beside those that it declares.
    static var compiledKeys: [KeyTable] { get }
}
