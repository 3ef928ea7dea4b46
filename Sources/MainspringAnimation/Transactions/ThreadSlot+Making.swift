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

    /// Lends the object for the length of a call, without counting its references; a closure that is called would cost
    /// as much as that.
    @inline(__always)
    func lend<Object: AnyObject, Result>(orMake make: () -> Object, _ body: (Object) -> Result) -> Result {
        // Unsafe: as above; the thread does not end during the call.
        let object = object ?? Unmanaged.passUnretained(put(made: make())).toOpaque()
        return Unmanaged<Object>.fromOpaque(object)._withUnsafeGuaranteedRef { body($0) }
    }

    @inline(never)
    private func put<Object: AnyObject>(made: Object) -> Object {
        put(made)
        return made
    }
}
