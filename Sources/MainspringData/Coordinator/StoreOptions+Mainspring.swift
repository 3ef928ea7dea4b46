// Options that only Mainspring has.

/// The option that a store with the version hashes of Apple's may be written in forms that were never compared with a file
/// of Apple's: a number that says true. Ours.
///
/// These are ordered relationships that are to many at both ends, relationships to many without an inverse, composite
/// attributes and binary data in external files. Without the option a store of Apple's that has them is read-only, and a new
/// store has version hashes of Mainspring's own.
public let MainspringUncomparedLayoutsOption: String = "MainspringUncomparedLayoutsOption"

/// The option for the largest file of long binary data that an SQLite store reads or writes, in bytes: a number, 1 GiB
/// without the option. Ours.
///
/// Data are read into memory as a whole. A larger file is an error that names the file and this option.
public let MainspringLargestExternalDataOption: String = "MainspringLargestExternalDataOption"

/// The option for how long the log of an SQLite store may grow while a query generation is held: a number of bytes, 256 MiB
/// without it. Ours.
///
/// Beyond it the generation expires: who reads it gets an error, and the log can be emptied again.
public let MainspringHeldLogSizeOption: String = "MainspringHeldLogSizeOption"
