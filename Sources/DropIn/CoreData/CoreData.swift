// The names of Apple's module, for sources that say `import CoreData`, and Foundation's, which come with it there.

#if canImport(Darwin)
    #error(
        """
        On Apple's platforms CoreData is the system's: let the target depend on this product on Linux only, \
        condition: .when(platforms: [.linux])
        """)
#else

    @_exported public import Foundation
    @_exported public import MainspringData
    @_exported public import MainspringFoundation
    @_exported public import MainspringModel

    // Names that Foundation has as well. What a module declares itself comes before what it re-exports; so they mean these
    // wherever Foundation comes along with this module only. A file that imports Foundation too, or what brings it, such as
    // XCTest, has to be told which one it means: the plugin does so with declarations like these in the target itself.

    /// A condition: that of MainspringFoundation.
    public typealias NSPredicate = MainspringFoundation.NSPredicate
    /// A comparison of two values: that of MainspringFoundation.
    public typealias NSComparisonPredicate = MainspringFoundation.NSComparisonPredicate
    /// Several conditions in one: that of MainspringFoundation.
    public typealias NSCompoundPredicate = MainspringFoundation.NSCompoundPredicate
    /// A value in a condition: that of MainspringFoundation.
    public typealias NSExpression = MainspringFoundation.NSExpression
    /// An order of objects: that of MainspringFoundation.
    public typealias NSSortDescriptor = MainspringFoundation.NSSortDescriptor

#endif
