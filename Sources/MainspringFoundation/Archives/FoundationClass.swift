/// The classes of Foundation's whose archived form is known here.
///
/// By their names and keys in archives that Apple's frameworks wrote, and in those of Foundation on Linux.
enum FoundationClass: String, CaseIterable {
    case string = "NSString"
    case mutableString = "NSMutableString"
    case data = "NSData"
    case mutableData = "NSMutableData"
    case date = "NSDate"
    case url = "NSURL"
    case uuid = "NSUUID"
    case null = "NSNull"
    case decimalNumber = "NSDecimalNumber"
    /// What Apple's archiver calls a decimal number's class.
    case decimalNumberPlaceholder = "NSDecimalNumberPlaceholder"
    case value = "NSValue"
    case indexPath = "NSIndexPath"
    case attributedString = "NSAttributedString"
    case mutableAttributedString = "NSMutableAttributedString"
    case array = "NSArray"
    case mutableArray = "NSMutableArray"
    case set = "NSSet"
    case mutableSet = "NSMutableSet"
    case orderedSet = "NSOrderedSet"
    case mutableOrderedSet = "NSMutableOrderedSet"
    case dictionary = "NSDictionary"
    case mutableDictionary = "NSMutableDictionary"
    case knownKeysDictionary = "NSKnownKeysDictionary1"

    /// What its objects become.
    enum Kind: Hashable {
        case string, data, date, url, uuid, null, decimal, value, indexPath, attributedString
        case array, set, orderedSet, dictionary, knownKeysDictionary

        /// Whether they hold other objects.
        var isCollection: Bool {
            switch self {
            case .array, .set, .orderedSet, .dictionary, .knownKeysDictionary: true
            default: false
            }
        }
    }

    /// The class of an archived object; nil if it is none of Foundation's, or one that is not known.
    init?(_ object: ArchivedObject) {
        guard let known = Self.byName[object.className] else { return nil }
        self = known
    }

    private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

    /// What its objects become.
    var kind: Kind {
        switch self {
        case .string, .mutableString: .string
        case .data, .mutableData: .data
        case .date: .date
        case .url: .url
        case .uuid: .uuid
        case .null: .null
        case .decimalNumber, .decimalNumberPlaceholder: .decimal
        case .value: .value
        case .indexPath: .indexPath
        case .attributedString, .mutableAttributedString: .attributedString
        case .array, .mutableArray: .array
        case .set, .mutableSet: .set
        case .orderedSet, .mutableOrderedSet: .orderedSet
        case .dictionary, .mutableDictionary: .dictionary
        case .knownKeysDictionary: .knownKeysDictionary
        }
    }

    /// The classes above it, the nearest first.
    var superclasses: [String] {
        switch self {
        case .mutableString: ["NSString", "NSObject"]
        case .mutableData: ["NSData", "NSObject"]
        case .decimalNumber: ["NSNumber", "NSValue", "NSObject"]
        case .decimalNumberPlaceholder: ["NSDecimalNumber", "NSNumber", "NSValue", "NSObject"]
        case .mutableAttributedString: ["NSAttributedString", "NSObject"]
        case .mutableArray: ["NSArray", "NSObject"]
        case .mutableSet: ["NSSet", "NSObject"]
        case .mutableOrderedSet: ["NSOrderedSet", "NSObject"]
        case .mutableDictionary: ["NSDictionary", "NSObject"]
        case .knownKeysDictionary: ["NSKnownKeysDictionary", "NSMutableDictionary", "NSDictionary", "NSObject"]
        default: ["NSObject"]
        }
    }

    /// As it is described in an archive.
    var archived: ArchivedClass { ArchivedClass(rawValue, superclasses: superclasses) }
}
