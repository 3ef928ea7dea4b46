internal import Mainspring

extension ThreadSlot {
    /// The calling thread's object, made and kept where there is none. A slot has objects of one class alone.
    ///
    /// Here and not where the slot is: a generic function of another module is not made for the type.
    @inline(__always)
    func object<Object: AnyObject>(orMake make: () -> Object) -> Object {
        guard let object else { return put(made: make()) }
        // Unsafe: it is of that class, as nobody else puts one there, and the slot keeps it alive as long as the thread.
        return Unmanaged<Object>.fromOpaque(object).takeUnretainedValue()
    }

    @inline(never)
    private func put<Object: AnyObject>(made: Object) -> Object {
        put(made)
        return made
    }
}
