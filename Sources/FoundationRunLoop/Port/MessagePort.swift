/// A port for messages within the machine; here within the process, as every ``Port``.
open class MessagePort: Port, @unchecked Sendable {}
