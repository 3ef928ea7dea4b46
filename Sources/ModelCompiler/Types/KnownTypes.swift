/// The types of the libraries that a managed property may have, by the module that symbols name.
///
/// Foundation's are spread over two modules on Linux; which one a type is in, its kind, and what other names it has are
/// measured on Swift 6.3.1 and held by the tests that compile.
enum KnownTypes {
    /// A type, by the name by which source knows it.
    static let types: [String: NominalType] = {
        var types: [String: NominalType] = [:]
        for (module, kind, names) in table {
            for name in names.split(whereSeparator: \.isWhitespace) {
                let path = name.split(separator: ".").map { NominalType.Part(name: String($0), kind: kind) }
                types[String(name)] = NominalType(module: module, path: path)
            }
        }
        let unicode = NominalType.Part(name: "Unicode", kind: .enumeration)
        types["Unicode.Scalar"] = NominalType(
            module: "Swift", path: [unicode, NominalType.Part(name: "Scalar", kind: .structure)])
        types["NSRange"] = NominalType("Foundation", "_NSRange", .structure)
        return types
    }()

    /// Other names of types.
    static let aliases: [String: String] = [
        "Float32": "Float", "Float64": "Double", "TimeInterval": "Double", "unichar": "UInt16", "NSPoint": "CGPoint",
        "NSRect": "CGRect", "NSSize": "CGSize", "UnicodeScalar": "Unicode.Scalar", "CFTimeInterval": "Double",
        "CFAbsoluteTime": "Double",
    ]

    /// What Foundation has as well, and the module over our own runtime means its own by.
    static let shadowingTypes: [String: NominalType] = {
        let names = [
            "NSPredicate", "NSComparisonPredicate", "NSCompoundPredicate", "NSExpression", "NSSortDescriptor",
        ]
        return Dictionary(
            uniqueKeysWithValues: names.map { ($0, NominalType("MainspringFoundation", $0, .class)) })
    }()

    /// The modules whose import makes the shadowing types those that are meant.
    static let shadowingModules: Set<String> = [
        "CoreData", "MainspringData", "MainspringModel", "MainspringFoundation",
    ]

    /// The modules by whose name a type of the library may be qualified.
    static let modules: Set<String> = [
        "Swift", "Foundation", "FoundationEssentials", "CoreData", "QuartzCore", "CoreGraphics", "MainspringData",
        "MainspringModel", "MainspringFoundation", "MainspringAnimation", "MainspringGraphics", "Mainspring",
    ]

    private static let table: [(module: String, kind: NominalType.Kind, names: String)] = [
        (
            "Swift", .structure,
            """
            Array Bool Character ClosedRange Dictionary Double Duration Float Float16 Float80 Int Int8 Int16 Int32 Int64
            Int128 ObjectIdentifier Range Set StaticString String Substring UInt UInt8 UInt16 UInt32 UInt64 UInt128
            AnyHashable
            """
        ),
        ("Swift", .enumeration, "Never"),
        ("Swift", .protocol, "Error"),
        (
            "FoundationEssentials", .structure,
            """
            AttributedString Calendar CocoaError Data Date DateComponents DateInterval Decimal IndexPath Locale
            POSIXError TimeZone URL URLComponents URLQueryItem UUID
            """
        ),
        ("FoundationEssentials", .enumeration, "ComparisonResult"),
        ("FoundationEssentials", .class, "FileManager NotificationCenter ProcessInfo JSONDecoder JSONEncoder"),
        (
            "Foundation", .structure,
            """
            AffineTransform CGFloat CGPoint CGRect CGSize CharacterSet IndexSet Measurement NSEdgeInsets Notification
            PersonNameComponents URLError
            """
        ),
        ("Foundation", .protocol, "NSCoding NSCopying NSMutableCopying NSObjectProtocol NSSecureCoding"),
        (
            "Foundation", .class,
            """
            Bundle DateFormatter Dimension FileHandle Formatter NSAffineTransform NSArray NSAttributedString NSCache
            NSCalendar NSCharacterSet NSCoder NSComparisonPredicate NSCompoundPredicate NSCountedSet NSData NSDate
            NSDateComponents NSDateInterval NSDecimalNumber NSDictionary NSError NSExpression NSIndexPath NSIndexSet
            NSKeyedArchiver NSKeyedUnarchiver NSLocale NSMeasurement NSMutableArray NSMutableAttributedString
            NSMutableData NSMutableDictionary NSMutableIndexSet NSMutableOrderedSet NSMutableSet NSMutableString NSNull
            NSNumber NSObject NSOrderedSet NSPersonNameComponents NSPredicate NSRegularExpression NSSet
            NSSortDescriptor NSString NSTimeZone NSURL NSURLComponents NSUUID NSValue NumberFormatter Operation
            OperationQueue Progress Scanner Thread Timer Unit UnitAcceleration UnitAngle UnitArea UnitConcentrationMass
            UnitConverter UnitDispersion UnitDuration UnitElectricCharge UnitElectricCurrent
            UnitElectricPotentialDifference UnitElectricResistance UnitEnergy UnitFrequency UnitFuelEfficiency
            UnitIlluminance UnitInformationStorage UnitLength UnitMass UnitPower UnitPressure UnitSpeed UnitTemperature
            UnitVolume UserDefaults
            """
        ),
        (
            "MainspringData", .class,
            "NSManagedObject NSManagedObjectID NSManagedObjectContext NSPersistentStore NSPersistentStoreCoordinator"
        ),
        ("MainspringModel", .class, "NSEntityDescription NSManagedObjectModel"),
        ("MainspringGraphics", .class, "CGColor CGColorSpace CGGradient CGImage CGMutablePath CGPath"),
        ("MainspringGraphics", .structure, "CGAffineTransform CGVector"),
        ("MainspringAnimation", .structure, "CATransform3D"),
        (
            "MainspringAnimation", .class,
            """
            CALayer CAShapeLayer CAGradientLayer CATextLayer CAScrollLayer CAReplicatorLayer CAEmitterLayer CATiledLayer
            CATransformLayer CAMediaTimingFunction
            """
        ),
    ]

    /// The layer classes that a class with `@NSManaged` properties may have above it.
    static let layerClasses: Set<String> = [
        "CALayer", "CAShapeLayer", "CAGradientLayer", "CATextLayer", "CAScrollLayer", "CAReplicatorLayer",
        "CAEmitterLayer", "CATiledLayer", "CATransformLayer",
    ]
}
