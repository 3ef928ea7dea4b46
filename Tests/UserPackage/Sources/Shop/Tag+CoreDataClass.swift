// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Catalog
import CoreData
import Foundation

public class Tag: Described {
    public override var label: String? {
        get { super.label?.uppercased() }
        set { super.label = newValue }
    }

    var kind: Kind? {
        get { Kind(rawValue: primitiveKind) }
        set { primitiveKind = newValue?.rawValue ?? 0 }
    }
}
