package import Foundation

extension PropertyListValue {
    /// Reads a property list, binary or XML.
    ///
    /// Takes memory in proportion to what the list says, and at most four times that of the input plus 64 MiB, whatever
    /// the input is. Lists that are contained in several others of a binary property list are read once, but count each
    /// time, so that going through the tree takes bounded time too.
    ///
    /// - Throws: ``PropertyListError``, with the place of what is wrong.
    package init(contentsOf data: Data) throws(PropertyListError) {
        let bytes = [UInt8](data)
        if BinaryPropertyListReader.recognizes(bytes) {
            self = try BinaryPropertyListReader.read(bytes)
        } else {
            self = try XMLPropertyListReader.read(bytes)
        }
    }
}

extension PropertyListValue {
    /// The list in its binary form; equal lists give equal bytes.
    ///
    /// - Throws: ``PropertyListError`` if more than ``greatestDepth`` lists are inside each other.
    package func binaryData() throws(PropertyListError) -> Data { try BinaryPropertyListWriter.write(self) }
}
