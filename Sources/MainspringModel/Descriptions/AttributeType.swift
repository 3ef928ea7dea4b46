extension NSAttributeDescription {
    /// What kind of value an attribute has: the newer face of ``NSAttributeType``, with the same raw values.
    public struct AttributeType: RawRepresentable, Hashable, Sendable {
        /// The raw value of the ``NSAttributeType`` of the same meaning.
        public let rawValue: UInt

        /// Makes a type of its raw value; `nil` if there is none.
        public init?(rawValue: UInt) {
            guard NSAttributeType(rawValue: rawValue) != nil else { return nil }
            self.rawValue = rawValue
        }

        /// Makes the newer face of a type. Ours.
        public init(_ type: NSAttributeType) { rawValue = type.rawValue }

        /// The older face of the type. Ours.
        public var attributeType: NSAttributeType { NSAttributeType(rawValue: rawValue) ?? .undefinedAttributeType }

        /// No type; only a transient attribute may have it.
        public static let undefined = AttributeType(.undefinedAttributeType)
        /// An integer of 16 bits.
        public static let integer16 = AttributeType(.integer16AttributeType)
        /// An integer of 32 bits.
        public static let integer32 = AttributeType(.integer32AttributeType)
        /// An integer of 64 bits.
        public static let integer64 = AttributeType(.integer64AttributeType)
        /// A decimal number.
        public static let decimal = AttributeType(.decimalAttributeType)
        /// A number of double precision.
        public static let double = AttributeType(.doubleAttributeType)
        /// A number of single precision.
        public static let float = AttributeType(.floatAttributeType)
        /// A string.
        public static let string = AttributeType(.stringAttributeType)
        /// Yes or no.
        public static let boolean = AttributeType(.booleanAttributeType)
        /// A moment in time.
        public static let date = AttributeType(.dateAttributeType)
        /// Bytes.
        public static let binaryData = AttributeType(.binaryDataAttributeType)
        /// A `UUID`.
        public static let uuid = AttributeType(.UUIDAttributeType)
        /// A `URL`.
        public static let uri = AttributeType(.URIAttributeType)
        /// Any object that a value transformer turns into bytes and back.
        public static let transformable = AttributeType(.transformableAttributeType)
        /// The identity of a managed object, in results of fetches.
        public static let objectID = AttributeType(.objectIDAttributeType)
        /// A group of attributes.
        public static let composite = AttributeType(.compositeAttributeType)
    }
}
