// The names of Apple's module, for sources that say `import CoreData`. Foundation is not among them: beside it, the names
// that both have, such as NSPredicate, would be ambiguous even where Foundation is not imported.

@_exported public import MainspringData
@_exported public import MainspringFoundation
@_exported public import MainspringModel
