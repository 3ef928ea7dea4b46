/// Why bytes cannot be packed or unpacked.
enum DeflateError: Error, Hashable {
    case broken
    case truncated
    case somethingFollows
    case tooLarge(limit: Int)
    case noMemory

    /// As a part of a sentence.
    var clause: String {
        switch self {
        case .broken: "its bytes are not packed by DEFLATE"
        case .truncated: "it is cut off"
        case .somethingFollows: "something follows the packed bytes"
        case .tooLarge(let limit): "it would unpack to more than \(limit) bytes"
        case .noMemory: "there is not enough memory"
        }
    }
}
