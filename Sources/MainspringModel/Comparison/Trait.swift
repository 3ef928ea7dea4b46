/// One thing that a description says: what it is about, and the value as text; `nil` for what is not set.
struct Trait: Hashable {
    let aspect: ModelAspect
    let value: String?

    init(_ aspect: ModelAspect, _ value: String?) {
        self.aspect = aspect
        self.value = value
    }

    init(_ aspect: ModelAspect, _ value: Bool) { self.init(aspect, value ? "true" : "false") }
}
