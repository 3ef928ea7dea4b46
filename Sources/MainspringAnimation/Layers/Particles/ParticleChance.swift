/// The chances of one particle: numbers that depend on nothing but its key, so that they are the same whenever and in
/// whatever order they are asked.
///
/// A counter-based generator: the finalizer of SplitMix64 (Steele, Lea and Flood 2014) over the key and what is asked.
struct ParticleChance {
    /// What is left to chance.
    enum Property: UInt64 {
        case lifetime = 1
        case velocity, coneAngle, coneTurn, scale, spin, red, green, blue, alpha, side, x, y, z
    }

    /// Tells the particle from all others.
    let key: UInt64

    init(key: UInt64) { self.key = key }

    /// What all particles of a layer begin with.
    init(seed: UInt32) { key = Self.mixed(UInt64(seed) ^ 0xA076_1D64_78BD_642F) }

    /// What is inside, by its number: a cell in a layer or a particle, a birth of a cell.
    func inner(_ number: UInt64) -> ParticleChance {
        ParticleChance(key: Self.mixed(key ^ Self.mixed(number &+ 0x9E37_79B9_7F4A_7C15)))
    }

    /// From 0 up to, without, 1; each multiple of 2^-53 is as likely.
    func part(_ property: Property) -> Double {
        Double(Self.mixed(key &+ property.rawValue &* 0x9E37_79B9_7F4A_7C15) >> 11) * 0x1p-53
    }

    /// From -1 up to, without, 1.
    func deviation(_ property: Property) -> Double { 2 * part(property) - 1 }

    private static func mixed(_ value: UInt64) -> UInt64 {
        var mixed = value
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
