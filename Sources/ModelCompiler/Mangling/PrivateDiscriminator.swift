/// What stands in the symbols of a file's private declarations.
enum PrivateDiscriminator {
    /// The one for a file of a module: an underscore and the MD5 digest of the module's name and the file's, one right
    /// after the other, in capital hexadecimal digits. Measured on Swift 6.3.1; held by the tests that compile.
    static func make(module: String, fileName: String) -> String {
        let digits = Array("0123456789ABCDEF")
        return MD5.digest(Array((module + fileName).utf8)).reduce(into: "_") { text, byte in
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
    }
}
