internal import MainspringModel

extension NSManagedObject {
    /// The class's ``init(entity:insertInto:)``, called on whatever class the receiver is.
    ///
    /// Swift calls an initializer of a class that is known only when the program runs if it is `required`; a required
    /// one would have to be written down in each subclass that has another, which no class made for Apple's platforms
    /// does. This is the allocating entry point of ``init(of:in:)`` under its own name: it takes the class as a static
    /// method does, and goes through the class's table for the other one. A class that does not have that initializer
    /// ends the program with Swift's sentence, as on Apple's platforms.
    @_silgen_name("$s14MainspringData15NSManagedObjectC2of2inAC0A5Model19NSEntityDescriptionC_AA0cD7ContextCSgtcfC")
    private static func allocate(
        _ entity: __owned NSEntityDescription, _ context: __owned NSManagedObjectContext?
    ) -> NSManagedObject

    /// Makes an object of an entity's class.
    static func make(_ entity: NSEntityDescription, in context: NSManagedObjectContext?) -> NSManagedObject {
        ObjectLayout.of(entity).objectClass.allocate(entity, context)
    }

    /// Makes an object of a class and an entity.
    @inline(__always)
    static func make(
        _ type: NSManagedObject.Type, _ entity: __owned NSEntityDescription, in context: __owned NSManagedObjectContext?
    ) -> NSManagedObject { type.allocate(entity, context) }

    /// Gives an object without a context the values of a new one.
    final func resetValues() { shape.layout.reset(ownMemory) }
}
