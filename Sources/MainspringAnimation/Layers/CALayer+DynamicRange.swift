extension CALayer {
    /// Whether contents brighter than white are fitted to what a screen can show.
    public struct ToneMapMode: RawRepresentable, Hashable, Sendable {
        /// The name.
        public let rawValue: String

        /// What has the name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// As the system decides.
        public static let automatic = ToneMapMode(rawValue: "automatic")
        /// Not at all: they are cut off.
        public static let never = ToneMapMode(rawValue: "never")
        /// Wherever that is possible.
        public static let ifSupported = ToneMapMode(rawValue: "ifSupported")
    }

    /// How much brighter than white a layer is shown.
    public struct DynamicRange: RawRepresentable, Hashable, Sendable {
        /// The name.
        public let rawValue: String

        /// What has the name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// As the system decides.
        public static let automatic = DynamicRange(rawValue: "automatic")
        /// Not brighter than white.
        public static let standard = DynamicRange(rawValue: "standard")
        /// Brighter, but not by so much that what is beside it looks dark.
        public static let constrainedHigh = DynamicRange(rawValue: "constrainedHigh")
        /// As bright as the screen can.
        public static let high = DynamicRange(rawValue: "high")
    }
}
