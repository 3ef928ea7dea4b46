extension NSEntityDescription {
    /// Groups of properties that stores should make an index of: each a list of names or properties.
    @available(*, deprecated, message: "Use indexes instead.")
    public final var compoundIndexes: [[Any]] {
        get { compoundIndexList }
        set { compoundIndexList = newValue }
    }
}
