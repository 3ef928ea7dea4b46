public import Foundation
public import MainspringGraphics

extension AttributeScopes {
    /// Ours: how the parts of a text look; their names are those of AppKit and UIKit.
    public struct MainspringTextAttributes: AttributeScope {
        /// The font of letters.
        public let font: FontAttribute
        /// The colour of letters.
        public let foregroundColor: ForegroundColorAttribute
        /// What lies behind letters.
        public let backgroundColor: BackgroundColorAttribute
        /// Whether there is a line below letters.
        public let underline: UnderlineAttribute
        /// Whether there is a line through letters.
        public let strikethrough: StrikethroughAttribute
        /// What is added to the width of each letter, in units of the layout.
        public let kern: KernAttribute
        /// How far letters stand above the baseline, in units of the layout.
        public let baselineOffset: BaselineOffsetAttribute

        /// The key of ``font``.
        public enum FontAttribute: AttributedStringKey {
            /// What it takes.
            public typealias Value = TextFont
            /// Its name.
            public static let name = "NSFont"
        }

        /// The key of ``foregroundColor``.
        public enum ForegroundColorAttribute: AttributedStringKey {
            /// What it takes.
            public typealias Value = CGColor
            /// Its name.
            public static let name = "NSColor"
        }

        /// The key of ``backgroundColor``.
        public enum BackgroundColorAttribute: AttributedStringKey {
            /// What it takes.
            public typealias Value = CGColor
            /// Its name.
            public static let name = "NSBackgroundColor"
        }

        /// The key of ``underline``.
        public enum UnderlineAttribute: AttributedStringKey {
            /// What it takes.
            public typealias Value = Bool
            /// Its name.
            public static let name = "NSUnderline"
        }

        /// The key of ``strikethrough``.
        public enum StrikethroughAttribute: AttributedStringKey {
            /// What it takes.
            public typealias Value = Bool
            /// Its name.
            public static let name = "NSStrikethrough"
        }

        /// The key of ``kern``.
        public enum KernAttribute: AttributedStringKey {
            /// What it takes.
            public typealias Value = CGFloat
            /// Its name.
            public static let name = "NSKern"
        }

        /// The key of ``baselineOffset``.
        public enum BaselineOffsetAttribute: AttributedStringKey {
            /// What it takes.
            public typealias Value = CGFloat
            /// Its name.
            public static let name = "NSBaselineOffset"
        }
    }

    /// Ours: the attributes that texts are drawn with.
    public var mainspringText: MainspringTextAttributes.Type { MainspringTextAttributes.self }
}

extension AttributeDynamicLookup {
    /// Ours: has `text.font = …` and its kin find the attributes that texts are drawn with.
    public subscript<Key: AttributedStringKey>(
        dynamicMember keyPath: KeyPath<AttributeScopes.MainspringTextAttributes, Key>
    ) -> Key { self[Key.self] }
}

extension NSAttributedString.Key {
    /// The font of letters: a ``TextFont`` here, or a name.
    public static let font = NSAttributedString.Key(rawValue: "NSFont")
    /// The colour of letters: a `CGColor` here.
    public static let foregroundColor = NSAttributedString.Key(rawValue: "NSColor")
    /// What lies behind letters: a `CGColor` here.
    public static let backgroundColor = NSAttributedString.Key(rawValue: "NSBackgroundColor")
    /// Whether there is a line below letters: a number other than 0, or true.
    public static let underlineStyle = NSAttributedString.Key(rawValue: "NSUnderline")
    /// Whether there is a line through letters: a number other than 0, or true.
    public static let strikethroughStyle = NSAttributedString.Key(rawValue: "NSStrikethrough")
    /// What is added to the width of each letter: a number.
    public static let kern = NSAttributedString.Key(rawValue: "NSKern")
    /// How far letters stand above the baseline: a number.
    public static let baselineOffset = NSAttributedString.Key(rawValue: "NSBaselineOffset")
}
