// What Apple's key-value coding has and this one cannot.

internal import Diagnostics

extension KeyValueCoding {
    /// Not here: there are no instance variables to look for by name.
    @available(*, unavailable, message: "Nothing looks for instance variables on Linux. Declare the key in keyTable.")
    public static var accessInstanceVariablesDirectly: Bool { unavailable() }
}
