/// Why what is archived does not become a value.
enum DecodingFailure: Error {
    /// The archive is broken, or has what cannot be decoded.
    case archive(ArchiveError)
    /// An object is of a class that is not allowed.
    case classNotAllowed(String)
    /// A class of the program's does not make an object of what is archived, or cannot be archived, for a reason in
    /// words.
    case refused(String)
}
