/// What the components of a colour mean: how many there are, and which light they stand for.
///
/// There are spaces of one kind of grey and of red, green and blue; each is one shared object. Equal if they are the
/// same.
public final class CGColorSpace: Hashable, Sendable {
    /// What distinguishes the spaces.
    let definition: ColorSpaceDefinition

    private init(_ definition: ColorSpaceDefinition) { self.definition = definition }

    /// The space of a name; nil for one that is not among the names here.
    public convenience init?(name: CFString) {
        guard let definition = ColorSpaceDefinition(rawValue: name) else { return nil }
        self.init(definition)
    }

    /// The space's name, which ``init(name:)`` takes.
    public var name: CFString? { definition.rawValue }

    /// How many components a colour has, without alpha: 1 or 3.
    public var numberOfComponents: Int { definition.isGray ? 1 : 3 }

    /// What the components mean.
    public var model: CGColorSpaceModel { definition.isGray ? .monochrome : .rgb }

    /// Whether the space has more colours than sRGB.
    public var isWideGamutRGB: Bool { definition == .displayP3 || definition.isExtended && !definition.isGray }

    /// Whether a bitmap can have this space; true for all spaces here.
    public var supportsOutput: Bool { true }

    /// The space over which an indexed space is a table; nil, since there is none such here.
    public var baseColorSpace: CGColorSpace? { nil }

    /// Whether two spaces are the same.
    public static func == (left: CGColorSpace, right: CGColorSpace) -> Bool { left.definition == right.definition }

    /// Hashes which space it is.
    public func hash(into hasher: inout Hasher) { hasher.combine(definition) }

    /// The space of a definition, without a search by name.
    static func shared(_ definition: ColorSpaceDefinition) -> CGColorSpace {
        switch definition {
        case .sRGB: standardRGB
        case .genericGrayGamma2_2: standardGray
        default: CGColorSpace(definition)
        }
    }

    private static let standardRGB = CGColorSpace(.sRGB)
    private static let standardGray = CGColorSpace(.genericGrayGamma2_2)
}

/// The space of red, green and blue of the screen: sRGB here, by its values; its name is its own.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { .shared(.deviceRGB) }

/// The space of grey of the screen, of which sRGB's red, green and blue have all the same value; its name is its own.
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { .shared(.deviceGray) }

/// Whether colours of a space may have components below 0 and above 1.
public func CGColorSpaceUsesExtendedRange(_ space: CGColorSpace) -> Bool { space.definition.isExtended }
