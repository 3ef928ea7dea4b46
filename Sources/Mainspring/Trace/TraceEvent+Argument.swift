extension TraceEvent {
    /// Something that an event says of itself: of a call-out its mode, for instance.
    ///
    /// Ours.
    public struct Argument: Sendable, Hashable {
        /// A text or a number.
        public enum Value: Sendable, Hashable {
            /// A text.
            case text(String)
            /// A whole number.
            case integer(Int)
            /// A finite number.
            case real(Double)
        }

        /// What is said.
        public var name: String
        /// What it is.
        public var value: Value

        /// An argument that was put together elsewhere.
        public init(_ name: String, _ value: Value) {
            self.name = name
            self.value = value
        }
    }
}
